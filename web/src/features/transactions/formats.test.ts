import { expect, it } from 'vitest';
import type { Transaction } from '#shared/contract/transactions.ts';
import { longDay, numberIn, otherPaidDay } from './formats.ts';

it('otherPaidDay returns the day of payment only if it differs by more than a day', () => {
	const day = (created_at: string, paid_at: string | null) =>
		otherPaidDay({ created_at, paid_at } as Transaction);
	expect(day('2026-11-22T10:00:00Z', null)).toBeUndefined();
	expect(day('2026-11-22T10:00:00Z', '2026-11-22T10:01:00Z')).toBeUndefined();
	expect(day('2026-11-22T10:00:00Z', '2026-11-23T09:00:00Z')).toBeUndefined();
	// 22:00 UTC is the next day in Nairobi.
	expect(day('2026-11-22T10:00:00Z', '2026-01-30T22:00:00Z')).toBe('Jan 31, 2026');
});

it('longDay formats a day as in the specification', () => {
	expect(longDay('2026-11-05')).toBe('November 05, 2026');
});

it('numberIn reads numbers with group separators and spaces', () => {
	expect([numberIn('12,500'), numberIn(' 3 '), numberIn('0')]).toEqual([12_500, 3, 0]);
	expect([numberIn(''), numberIn(' '), numberIn(undefined)]).toEqual([null, null, null]);
	expect(numberIn('a dozen')).toBe('a dozen');
});
