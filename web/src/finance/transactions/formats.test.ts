import { expect, it } from 'vitest';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { formatLongDate, formatOtherPaidDay, parseNumber } from '../ui/formats.ts';

it('formatOtherPaidDay returns the day of payment only if it differs by more than a day', () => {
	const day = (created_at: string, paid_at: string | null) =>
		formatOtherPaidDay({ created_at, paid_at } as Transaction);
	expect(day('2026-11-22T10:00:00Z', null)).toBeUndefined();
	expect(day('2026-11-22T10:00:00Z', '2026-11-22T10:01:00Z')).toBeUndefined();
	expect(day('2026-11-22T10:00:00Z', '2026-11-23T09:00:00Z')).toBeUndefined();
	// 22:00 UTC is the next day in Nairobi.
	expect(day('2026-11-22T10:00:00Z', '2026-01-30T22:00:00Z')).toBe('Jan 31, 2026');
});

it('formatLongDate formats a day as in the specification', () => {
	expect(formatLongDate('2026-11-05')).toBe('November 05, 2026');
});

it('parseNumber reads numbers with group separators and spaces', () => {
	expect([parseNumber('12,500'), parseNumber(' 3 '), parseNumber('0')]).toEqual([12_500, 3, 0]);
	expect([parseNumber(''), parseNumber(' '), parseNumber(undefined)]).toEqual([null, null, null]);
	expect(parseNumber('a dozen')).toBe('a dozen');
});
