import { expect, it } from 'vitest';
import { resultCode, resultCodes, whoActs } from './result-codes.ts';

it('says who must act on every failure, and never that nobody must where the reason is unknown', () => {
	expect(whoActs(resultCode(1))).toBe('The payer tops up and tries again.');
	expect(whoActs(resultCode('1032'))).toBe('Nobody needs to act.');
	const look = 'Somebody has to look at what M-Pesa says of it.';
	expect(whoActs(resultCode('500.001.1001'))).toBe(look);
	expect(whoActs({ meaning: null, action: null })).toBe(look);
	for (const code of Object.keys(resultCodes))
		expect(whoActs(resultCode(code)), code).not.toBe(look);
});
