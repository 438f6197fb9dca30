import { describe, expect, it } from 'vitest';
import { isIssuedAccount, makeAccountNumber, toAccountKey } from './account.ts';

describe('account numbers', () => {
	it('have a check digit that finds one wrong digit', () => {
		for (let n = 0; n < 200; n++) {
			const account = makeAccountNumber(Math.random());
			expect(isIssuedAccount(account)).toBe(true);
			for (let at = 0; at < 9; at++)
				for (const digit of '0123456789')
					if (digit !== account[at])
						expect(isIssuedAccount(account.slice(0, at) + digit + account.slice(at + 1))).toBe(
							false,
						);
		}
		expect(makeAccountNumber(0)).toBe('200000008');
		expect(makeAccountNumber(0.999_999_999)[0]).toBe('6');
	});

	it('are compared without case, spaces and hyphens, phones in any spelling', () => {
		expect(toAccountKey(' 234 567–897 ')).toBe('234567897');
		expect(toAccountKey('Jane W-K')).toBe('janewk');
		for (const phone of ['0712345678', '+254 712 345 678', '712345678', '254712345678'])
			expect(toAccountKey(phone)).toBe('254712345678');
		for (const blank of [null, '', ' - ']) expect(toAccountKey(blank)).toBeNull();
	});
});
