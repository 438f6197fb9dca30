import { expect, it } from 'vitest';
import type { Transaction } from '#shared/contract/transactions.ts';
import { longDay, numberIn, otherPaidDay } from './formats.ts';

it('the day that was paid stands beside another one only', () => {
	const day = (created_at: string, paid_at: string | null) =>
		otherPaidDay({ created_at, paid_at } as Transaction);
	expect(day('2026-11-22T10:00:00Z', null)).toBeUndefined();
	expect(day('2026-11-22T10:00:00Z', '2026-11-22T10:01:00Z')).toBeUndefined();
	expect(day('2026-11-22T10:00:00Z', '2026-11-23T09:00:00Z')).toBeUndefined();
	// After nine in the evening in London it is the next day in Nairobi.
	expect(day('2026-11-22T10:00:00Z', '2026-01-30T22:00:00Z')).toBe('Jan 31, 2026');
});

it('the days of the dialog are long, as the specification has them', () => {
	expect(longDay('2026-11-05')).toBe('November 05, 2026');
});

it('numbers are read as people write them', () => {
	expect([numberIn('12,500'), numberIn(' 3 '), numberIn('0')]).toEqual([12_500, 3, 0]);
	expect([numberIn(''), numberIn(' '), numberIn(undefined)]).toEqual([null, null, null]);
	expect(numberIn('a dozen')).toBe('a dozen');
});
