import { expect, it } from 'vitest';
import { deriveCopy } from '#shared/contract/content/copies.ts';
import type { Series } from '#shared/contract/content/exam-sets.ts';
import { findLastSeries, findNextSeries } from './last-series.ts';

const set = (
	name: string,
	year: number,
	created_at = '2026-01-01T00:00:00.000Z',
	series: Series | null = null,
) => ({ name, year, created_at, series });

it.each([
	[[], undefined],
	[
		[set('2025 July Series', 2025), set('2026 March', 2026), set('2025 November', 2025)],
		'2026 March',
	],
	[[set('2026 November Series', 2026), set('2026 July Series', 2026)], '2026 November Series'],
	[[set('JULY 2026', 2026), set('march 2026', 2026), set('Mock 2026', 2026)], 'JULY 2026'],
	[
		[set('A', 2026, undefined, 'november'), set('July', 2026), set('B', 2026, undefined, 'march')],
		'A',
	],
	[[set('A', 2026), set('B', 2026, '2026-02-01T00:00:00.000Z'), set('C', 2026)], 'B'],
])('lastSeries of %j', (sets, name) => {
	expect(findLastSeries(sets)?.name).toBe(name);
});

const july = set('2025 July Series', 2025, undefined, 'july');
const november = set('NOVEMBER 2024', 2024, undefined, 'november');
it.each([
	[
		'July again if the course has only July sets',
		[july, set('July 2024', 2024)],
		'2026 July Series',
		'july',
	],
	['November of the same year', [july, november], '2025 November Series', 'november'],
	['March of the next year', [november, set('March 2023', 2023)], 'MARCH 2025', 'march'],
	[
		'the next of three series',
		[july, november, set('March 2025', 2025)],
		'2025 November Series',
		'november',
	],
	[
		'its own month if the name has two',
		[set('July/Aug 2025', 2025, undefined, 'july'), november],
		'November 2025',
		'november',
	],
	['without a month if the last has none', [set('Mock 2025', 2025), november], 'Mock 2026', null],
	[
		"the same series if it is 'other'",
		[set('May 2025', 2025, undefined, 'other'), november],
		'May 2026',
		'other',
	],
])('nextSeries returns %s', (_, sets, name, series) => {
	const source = findNextSeries(sets);
	expect(source && deriveCopy(source, source.next)).toMatchObject({ name, series });
});
