import { expect, it } from 'vitest';
import { describeAction, findResultCode, resultCodes } from './result-codes.ts';

it('returns an action for every failure, and for unknown reasons never that none is needed', () => {
	expect(describeAction(findResultCode(1))).toBe('The payer tops up and tries again.');
	expect(describeAction(findResultCode('1032'))).toBe('No action is needed.');
	const look = 'Check what M-Pesa says about this payment.';
	expect(describeAction(findResultCode('500.999'))).toBe(look);
	expect(describeAction({ meaning: null, action: null })).toBe(look);
	for (const code of Object.keys(resultCodes))
		expect(describeAction(findResultCode(code)), code).not.toBe(look);
});

it.each([
	[
		'500.001.1001',
		'Unable to lock subscriber, a transaction is already in process',
		'The payer has',
	],
	['500.001.1001', 'Merchant does not exist', 'M-Pesa does not know our short code'],
	['500.001.1001', 'Wrong credentials', 'M-Pesa does not take our credentials'],
	['500.001.1001', null, 'M-Pesa refused: our short code or credentials are wrong'],
	['500.001.1001', 'Something new', 'M-Pesa refused: our short code or credentials are wrong'],
	['500.003.02', 'System is busy. Please try again in few minutes.', 'M-Pesa was busy'],
	['400.002.02', 'Bad Request - Invalid PhoneNumber', 'M-Pesa does not take this phone number'],
	['400.002.02', 'Bad Request - Invalid Amount', 'M-Pesa does not take this amount'],
	['400.002.02', 'Bad Request - Invalid BusinessShortCode', 'Our short code or its product'],
	['400.002.02', 'Bad Request', 'M-Pesa took our request for a wrong one'],
])('explains the code %s with the text %s', (code, text, meaning) => {
	const known = findResultCode(code, text);
	expect(known?.meaning).toContain(meaning);
	expect(describeAction(known)).not.toMatch(/No action|what M-Pesa says about this payment/);
	expect(known?.final).toBe(false);
});
