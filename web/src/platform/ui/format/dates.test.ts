import { describe, expect, it } from 'vitest';
import { DAY, formatInstant, STAMP } from './dates.ts';

const parts = new Intl.DateTimeFormat('en-US', {
	timeZone: 'Africa/Nairobi',
	weekday: 'long',
	year: 'numeric',
	month: 'long',
	day: '2-digit',
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
	hour12: true,
});

const asIntlDoes = (instant: string) => {
	const { weekday, month, day, year, hour, minute, second, dayPeriod } = Object.fromEntries(
		parts.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]),
	);
	return `${weekday}, ${month} ${day}, ${year} at ${hour}:${minute}:${second} ${dayPeriod}`;
};

describe('inEastAfrica', () => {
	it('formats the same East Africa Time as Intl', () => {
		for (let at = Date.UTC(2023, 10, 28, 20, 59, 59); at < Date.UTC(2028, 2, 3); at += 14_700_000) {
			const instant = new Date(at).toISOString();
			expect(formatInstant(instant, "EEEE, MMMM dd, yyyy 'at' hh:mm:ss a")).toBe(
				asIntlDoes(instant),
			);
		}
	});

	it('formats the patterns of the specification', () => {
		expect(formatInstant('2026-03-09T11:05:00.000Z', STAMP)).toBe('2026-03-09 14:05:00');
		expect(formatInstant('2026-12-31T21:05:09Z', 'MMM dd, yyyy hh:mm a')).toBe(
			'Jan 01, 2027 12:05 AM',
		);
		expect(formatInstant('2026-02-01T00:00:00+03:00', 'MMM yyyy')).toBe('Feb 2026');
	});

	it('throws for other texts and other patterns', () => {
		expect(() => formatInstant('yesterday', DAY)).toThrow(RangeError);
		expect(() => formatInstant('2026-03-09T11:05:00Z', 'QQ')).toThrow(RangeError);
	});
});
