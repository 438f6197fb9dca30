import { expect, it } from 'vitest';
import { formatDay, parseDayText } from './day-text.ts';

it.each([
	['05/07/2026', '2026-07-05'],
	['5/7/2026', '2026-07-05'],
	[' 5.7.2026 ', '2026-07-05'],
	['05-07-2026', '2026-07-05'],
	['05 07 2026', '2026-07-05'],
	['05072026', '2026-07-05'],
	['2026-07-05', '2026-07-05'],
	['5/7/26', '2026-07-05'],
	// The format of lists, from which people copy.
	['Jul 05, 2026', '2026-07-05'],
	['Jul 05, 2026 11:35 PM', '2026-07-05'],
	['July 05, 2026 at 11:36:24 PM', '2026-07-05'],
	['05 Jul 2026 23:36', '2026-07-05'],
	['5 july 2026', '2026-07-05'],
	['2026-07-05T10:00:00Z', '2026-07-05'],
	['Juli 5, 2026', undefined],
	['Jul 2026', undefined],
	['31 Feb 2026', undefined],
	['31/02/2026', undefined],
	['07/25/2026', undefined],
	['5/7', undefined],
	['', undefined],
	['tomorrow', undefined],
])('reads %j as %s', (typed, day) => expect(parseDayText(typed, true)).toBe(day));

it('ignores a year of two digits until the text is finished', () => {
	expect(parseDayText('5/7/20', false)).toBeUndefined();
	expect(parseDayText('5/7/2026', false)).toBe('2026-07-05');
});

it('formats the day first', () => {
	expect(formatDay('2026-07-05')).toBe('05/07/2026');
	expect(formatDay('2026-02-30')).toBe('');
	expect(formatDay('')).toBe('');
});
