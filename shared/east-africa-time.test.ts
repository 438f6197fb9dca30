import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatEastAfricaTime, formatPeriod, toYear } from './east-africa-time.ts';

describe('an instant as text in East Africa Time', () => {
	it('is three hours ahead of UTC at every instant, in whatever order they come', () => {
		const instant = fc.integer({
			min: Date.parse('1969-12-30T00:00:00Z'),
			max: Date.parse('2101-01-01T00:00:00Z'),
		});
		fc.assert(
			fc.property(instant, (ms) => {
				const text = formatEastAfricaTime(ms);
				expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+03:00$/);
				expect(Date.parse(text)).toBe(Math.floor(ms / 1000) * 1000);
			}),
			{ numRuns: 2_000 },
		);
	});

	it('changes its day at 21:00 UTC', () => {
		expect(formatEastAfricaTime(Date.parse('2026-12-31T20:59:59.999Z'))).toBe(
			'2026-12-31T23:59:59+03:00',
		);
		expect(formatEastAfricaTime(Date.parse('2026-12-31T21:00:00.000Z'))).toBe(
			'2027-01-01T00:00:00+03:00',
		);
	});
});

it('the year changes at midnight in Nairobi, three hours before it does in Greenwich', () => {
	expect(toYear(new Date('2026-12-31T20:59:59.999Z'))).toBe(2026);
	expect(toYear(new Date('2026-12-31T21:00:00.000Z'))).toBe(2027);
});

describe('a period', () => {
	it.each([
		['2026-09-30T21:00:00Z', '2026-10-31T21:00:00Z', 'October 2026'],
		['2026-09-30T21:00:00Z', '2026-11-30T21:00:00Z', '1 Oct 2026 to 30 Nov 2026'],
		['2026-10-01T21:00:00Z', '2026-10-02T21:00:00Z', '2 Oct 2026'],
		['2026-09-30T21:00:00Z', '2026-10-01T06:30:00Z', '1 Oct 2026, 00:00 to 1 Oct 2026, 09:30'],
	])('is formatted from %s until before %s', (from, to, text) => {
		expect(formatPeriod([from, to])).toBe(text);
	});
});
