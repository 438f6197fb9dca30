import { describe, expect, it } from 'vitest';
import { findAccountProblem, makeAccountNumber, toAccountKey } from './account.ts';
import { PHONE } from './phone.ts';

const isPhoneOrRefused = (account: string) =>
	PHONE.test(toAccountKey(account) ?? '') || findAccountProblem(account) !== undefined;

describe('account numbers', () => {
	it('have a check digit that finds one wrong digit', () => {
		for (let n = 0; n < 200; n++) {
			const account = makeAccountNumber(Math.random());
			expect(findAccountProblem(account)).toBeUndefined();
			for (let at = 0; at < 9; at++)
				for (const digit of '0123456789')
					if (digit !== account[at])
						expect(isPhoneOrRefused(account.slice(0, at) + digit + account.slice(at + 1))).toBe(
							true,
						);
		}
		expect(makeAccountNumber(0)).toBe('200000008');
		expect(makeAccountNumber(0.999_999_999)[0]).toBe('6');
	});

	it('of staff have 4 to 20 letters and digits, three of them digits', () => {
		for (const account of ['ADM/2024-17', 'u123', '200 000 008', '12345678', '0712345678'])
			expect(findAccountProblem(account)).toBeUndefined();
		for (const account of [
			'123',
			'fees',
			'School fees',
			'Grace 12',
			'200000009',
			'a'.repeat(18) + 123,
			'#1234',
			'',
		])
			expect(findAccountProblem(account)).toEqual(expect.any(String));
	});

	it('are compared without case, spaces and hyphens, phones in any spelling', () => {
		expect(toAccountKey(' 234 567–897 ')).toBe('234567897');
		expect(toAccountKey('Jane W-K')).toBe('janewk');
		for (const phone of ['0712345678', '+254 712 345 678', '712345678', '254712345678'])
			expect(toAccountKey(phone)).toBe('254712345678');
		for (const blank of [null, '', ' - ']) expect(toAccountKey(blank)).toBeNull();
	});
});
