import { expect, it } from 'vitest';
import type { Series } from '#shared/contract/exam-sets.ts';
import { lastSeries } from './last-series.ts';

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
])('of %j is the last', (sets, name) => {
	expect(lastSeries(sets)?.name).toBe(name);
});
