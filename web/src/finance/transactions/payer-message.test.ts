import { describe, expect, it } from 'vitest';
import { resultCodes } from '#shared/contract/finance/result-codes.ts';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { marks } from '#shared/contract/finance/transactions-query.ts';
import { type Access, buildPayerMessage } from './payer-message.ts';
import { describePayment } from './payment-status.tsx';

const payment = {
	id: 'x',
	created_at: '2026-07-05T12:00:00Z',
	updated_at: '2026-07-05T12:00:00Z',
	paid_at: null,
	status: 'failed',
	amount: 1500,
	mpesa_receipt_number: null,
	phone_number: '254712345678',
	checkout_request_id: 'ws_CO_1',
	merchant_request_id: null,
	result_code: null,
	result_desc: null,
	start_date: null,
	end_date: null,
	marks: [],
	account_reference: null,
	payer_name: null,
	description: null,
	months: null,
	adjusted: 0,
	to_assign: null,
} as unknown as Transaction;
const say = (facts: Partial<Transaction>, awaited = false, access: Access | null = null) =>
	buildPayerMessage({ ...payment, ...facts } as Transaction, awaited, access);
const opens = { open: true, until: '2099-10-05' };
const over = { open: false, until: '2020-01-31' };
const paid = { status: 'completed', mpesa_receipt_number: 'UG51ABCD5E' } as const;
/** Counts sentences: an end mark, followed by a space and a capital letter or by the end of the text. */
const sentences = (text: string) => text.split(/(?<=[.”]) (?=[A-Z])/).length;

describe('buildPayerMessage', () => {
	it('returns two sentences in each language for every code, status and mark', () => {
		const finals = Object.entries(resultCodes).filter(([code, { final }]) => final && code !== '0');
		const all = [
			...finals.map(([code]) => say({ result_code: code, result_desc: 'As M-Pesa has it' })),
			say({ result_code: '500.001.1001', result_desc: 'Wrong credentials' }),
			say({ result_code: 77, result_desc: 'Something else.' }),
			say({}),
			say({ status: 'pending' }, true),
			say({ status: 'pending', result_code: 4999 }),
			say({ status: 'pending', result_code: 77, result_desc: 'Something else' }),
			...Object.keys(marks).flatMap((mark) =>
				(['completed', 'pending', 'failed'] as const).map((status) =>
					say({ ...paid, status, marks: [mark as keyof typeof marks] }),
				),
			),
			say(paid),
			say(paid, false, opens),
			say(paid, false, over),
			say({ ...paid, adjusted: 1500, mpesa_receipt_number: null }),
			say({ ...paid, adjusted: 500 }),
			say({ ...paid, to_assign: 'no_account' }),
			say({ ...paid, to_assign: 'unknown_account', adjusted: 500 }),
		];
		for (const { en, sw } of all) {
			expect([en, sentences(en)]).toEqual([en, 2]);
			expect([sw, sentences(sw)]).toEqual([sw, 2]);
			expect(`${en}${sw}`).not.toMatch(/undefined|null|NaN|\{|\.\./);
		}
		// Each code has its own text, except for codes with the same consequence for the caller.
		expect(new Set(all.slice(0, finals.length).map(({ sw }) => sw)).size).toBe(finals.length - 5);
	});

	it('reports a refund in part and in full', () => {
		expect(say({ ...paid, adjusted: 500 }, false, opens).en).toBe(
			'Of your payment of KSh 1,500 on 5 Jul 2026, M-PESA code UG51ABCD5E, KSh 500 was given back to you. Your subscription runs until 5 Oct 2099.',
		);
		expect(say({ ...paid, adjusted: 1500 }).en).toMatch(/was given back to you in full/);
	});

	it('names the amount, the day in Nairobi and the receipt', () => {
		expect(say({ ...paid, paid_at: '2026-07-05T21:30:00Z' }, false, opens)).toEqual({
			en: 'We received your payment of KSh 1,500 on 6 Jul 2026, M-PESA code UG51ABCD5E. Your subscription runs until 5 Oct 2099.',
			sw: 'Malipo yako ya KSh 1,500 ya tarehe 6 Jul 2026 yamepokelewa; msimbo wa M-PESA ni UG51ABCD5E. Usajili wako utaendelea hadi tarehe 5 Okt 2099.',
		});
	});

	it('asks for the account of an unassigned payment, and promises nothing', () => {
		const clerk = { ...payment, ...paid, to_assign: 'no_account' } as Transaction;
		expect(say(clerk).en).toBe(
			'We have your payment. Please tell us the account number that it is for.',
		);
		expect(describePayment(clerk, false)).toBe('Paid, not assigned.');
		const codes = Object.keys(resultCodes).map((code) => say({ result_code: code }).en);
		for (const text of [...codes, say({ result_code: '500.001.1001' }).en])
			expect(text).not.toMatch(/\b[Ww]e (will|are|send)\b/);
	});

	it('thanks nobody for another amount than we asked for, until it has months', () => {
		const evidence = [{ kind: 'push_request', body: '{"Amount": 3000}' }];
		const other = { ...payment, ...paid, amount: 300, evidence } as unknown as Transaction;
		expect(say(other).en).toMatch(/^We have your payment\. The amount is not one of our prices/);
		expect(describePayment(other, false)).toBe(
			'Paid KSh 300; we asked for KSh 3,000. No months yet.',
		);
		expect(describePayment({ ...other, months: 1 }, false)).toBe('Paid.');
	});

	it('quotes M-Pesa for an unknown code', () => {
		expect(say({ result_code: 77, result_desc: 'The balance is odd.' })).toEqual({
			en: 'Your payment of KSh 1,500 on 5 Jul 2026 did not go through. M-PESA says: “The balance is odd.”',
			sw: 'Malipo yako ya KSh 1,500 ya tarehe 5 Jul 2026 hayakufaulu. M-PESA inasema: “The balance is odd.”',
		});
		const unknown = { ...payment, result_code: 77, result_desc: 'The balance is odd.' };
		expect(describePayment(unknown, false)).toBe('Not paid. M-Pesa says: “The balance is odd.”');
		const undecided = { ...unknown, result_code: 4999 };
		expect(describePayment(undecided, false)).toBe('Not paid.');
	});

	it('reports an ended subscription and a refunded payment', () => {
		// The dates of the payment itself are not said.
		const dates = { end_date: '2999-01-31' };
		expect(say({ ...paid, ...dates }, false, over).en).toContain(
			'Your subscription ended on 31 Jan 2020.',
		);
		expect(say({ ...paid, ...dates }, false, over).sw).toContain('uliisha tarehe 31 Jan 2020.');
		expect(say(paid, false, opens).en).toContain('Your subscription runs until 5 Oct 2099.');
		const short = (facts: Partial<Transaction>, access: Access | null = null) =>
			describePayment({ ...payment, ...paid, ...facts } as Transaction, false, access);
		expect(short(dates, over)).toBe('Paid. Access: Ended on 31 Jan 2020.');
		expect(short({ end_date: '2020-01-31' }, opens)).toBe('Paid. Access: Open until 5 Oct 2099.');
		expect(short(dates)).toBe('Paid.');
		expect(short({ ...dates, adjusted: 1500 })).toBe('Paid, and refunded in full.');
		expect(short({ adjusted: 500 })).toBe('Paid; KSh 500 refunded.');
	});
});
