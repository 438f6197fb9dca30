import { describe, expect, it } from 'vitest';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { someEngines } from '../../testing/app.ts';
import { receiptOf } from '../reconciliation/fixtures/desk.ts';
import { ORG } from '../reconciliation/fixtures/october.ts';
import { makeClosable } from './fixtures/closable.ts';

describe.each(someEngines)('money returned in a month (%s)', (engine) => {
	it('equals the adjustments of its payments, from notes and statements', async () => {
		const { call, movements, at, take, pack, close } = await makeClosable(engine);
		await take(movements);
		const payments = async (): Promise<Transaction[]> =>
			(await call('GET', '/transactions?limit=100')).body.data.data;
		const idOf = async (n: number) =>
			(await payments()).find((one) => one.mpesa_receipt_number === receiptOf(n))?.id;
		const note = async (n: number, amount: number, receipt: string | null = null) => {
			const when = new Date(at(5)).toISOString();
			const body = { kind: 'refund', amount, receipt, at: when, reason: 'Paid twice' };
			const answer = await call('POST', `/transactions/${await idOf(n)}/adjustments`, body);
			expect(answer.status, JSON.stringify(answer.body)).toBe(201);
		};
		const expectSame = async (amount: number) => {
			const adjusted = (await payments()).reduce((sum, one) => sum + one.adjusted, 0);
			const { figures, returns } = await pack();
			const listed = returns.reduce((sum, one) => sum + one.amount, 0);
			expect([adjusted, figures.returned.amount, listed]).toEqual([amount, amount, amount]);
		};
		// Two equal notes on the first payment; on the second one note with its receipt and one without.
		await note(0, 200);
		await note(0, 200);
		await note(1, 300);
		await note(1, 300, receiptOf(9));
		await note(2, 50);
		await expectSame(1050);

		const back = (n: number, amount: number, linked: number) => ({
			receipt: receiptOf(n),
			at: at(6),
			withdrawn: amount,
			what: 'Pay Bill Reversal',
			linked: receiptOf(linked),
		});
		// Lines of the note with a receipt, which count once, and of others, which count besides the notes.
		const more = [back(8, 200, 0), back(9, 300, 1), back(10, 50, 2), back(11, 70, 3)];
		await take([...movements, ...more], `2 ${ORG}`);
		await expectSame(1370);
		// Money that came in by mistake and was returned was never in the books.
		const stray = { receipt: receiptOf(12), at: at(6), paidIn: 400, what: 'Pay Bill' };
		await take([...movements, ...more, stray, back(13, 400, 12)], `3 ${ORG}`);
		await expectSame(1370);
		await close();
	});

	it('includes reversals of a line that a person attached', async () => {
		const { call, movements, at, store, take, lineOf, pack, close } = await makeClosable(engine);
		await store(4, 1500);
		const { data } = (await call('GET', `/transactions?search=${receiptOf(4)}`)).body.data;
		const back = { receipt: receiptOf(15), at: at(7), withdrawn: 1500, what: 'Pay Bill Reversal' };
		await take([
			...movements,
			{ receipt: receiptOf(14), at: at(5), paidIn: 1500, what: 'Pay Bill' },
			{ ...back, linked: receiptOf(14) },
		]);
		const returned = async () => (await pack()).figures.returned;
		expect(await returned()).toEqual({ count: 0, amount: 0 });
		const line = await lineOf(receiptOf(14));
		const body = { transaction_id: data[0].id, reason: 'The same phone' };
		const answer = await call('POST', `/reconciliation/lines/${line.id}/attach`, body);
		expect(answer.status, JSON.stringify(answer.body)).toBe(201);
		expect(await returned()).toEqual({ count: 1, amount: 1500 });
		await close();
	});
});
