import { expect, it } from 'vitest';
import type { Transaction } from '#shared/contract/transactions.ts';
import { otherPaidDay } from './formats.ts';

it('the day that was paid stands beside another one only', () => {
	const day = (created_at: string, paid_at: string | null) =>
		otherPaidDay({ created_at, paid_at } as Transaction);
	expect(day('2026-11-22T10:00:00Z', null)).toBeUndefined();
	expect(day('2026-11-22T10:00:00Z', '2026-11-22T10:01:00Z')).toBeUndefined();
	expect(day('2026-11-22T10:00:00Z', '2026-11-23T09:00:00Z')).toBeUndefined();
	// After nine in the evening in London it is the next day in Nairobi.
	expect(day('2026-11-22T10:00:00Z', '2026-01-30T22:00:00Z')).toBe('Jan 31, 2026');
});
