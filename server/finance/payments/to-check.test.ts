import { describe, expect, it } from 'vitest';
import { someEngines } from '../../testing/app.ts';
import { csvOf, type Movement, orgRows } from '../mpesa/fixtures/statements.ts';
import {
	makeMonth,
	paid,
	receiptOf,
	sendStatement,
	whole,
} from '../reconciliation/fixtures/desk.ts';
import { ORG, START } from '../reconciliation/fixtures/october.ts';
import { decide } from './fixtures/desk.ts';
import { storePayments } from './store.ts';

const HOUR = 3_600_000;

/** Returns a statement of movements in the order of their times. */
const fileOf = (movements: readonly Movement[]) =>
	csvOf(orgRows(whole(movements.toSorted((a, b) => a.at - b.at))));

describe.each(someEngines)('the list of what needs a person (%s)', (engine) => {
	it('lists each kind until it is decided, oldest first', async () => {
		const { movements, month, lines, call, close, ...site } = await makeMonth(engine);
		const at = START + 10 * HOUR;
		const made = await site.database.write((trx) =>
			storePayments(
				trx,
				[
					paid(receiptOf(20), at, 2000),
					paid(receiptOf(21), at + 60_000, 2000),
					[{ origin: 'c2b', status: 'completed', amount: 90, receipt: receiptOf(22) }, at],
				],
				'confirmation',
			),
		);
		const [first, second] = made.map(({ id }) => id);
		const reversal = { at: at + 2 * HOUR, withdrawn: 500, what: 'Pay Bill Reversal' };
		const out = { at: at + HOUR, withdrawn: 300, what: 'Funds sent to a supplier' };
		const party = { party: '254712345678 - JANE DOE' };
		const file = fileOf([
			...movements,
			{ receipt: receiptOf(30), ...reversal, ...party },
			{ receipt: receiptOf(31), ...out },
		]);
		expect((await sendStatement(site, ORG, file)).status).toBe(201);
		const read = async (more = '') =>
			(await call('GET', `/transactions/to-check?limit=100${more}`)).body.data;
		const totals = async () => (await read()).totals;
		expect(await totals()).toMatchObject({
			...{ paid_twice: 1, paid_out: 1, reversal_open: 1, unassigned: 1, unmatched: 0 },
			...{ given_back_twice: 0, more_back_than_paid: 0, changed_after_closing: 0 },
		});
		const { data } = await read();
		expect(data.map((each: { at: string }) => each.at)).toEqual(
			data.map((each: { at: string }) => each.at).sort(),
		);
		const secondPage = (await call('GET', '/transactions/to-check?limit=2&page=2')).body.data;
		expect(secondPage).toMatchObject({ data: data.slice(2, 4), total: data.length });
		expect((await read('&kind=paid_twice')).data).toMatchObject([
			{ transaction_id: second, amount: 2000 },
		]);
		const settle = { reason: 'Two learners' };
		expect((await decide(call, 'seen', 'payment', first ?? '', settle)).status).toBe(201);
		expect((await totals()).paid_twice).toBe(0);

		// A part of the payment, suggested by the phone, and the same money as a refund without a receipt.
		const open = (await lines('&state=reversal_open'))[0];
		expect(open).toMatchObject({ state: 'reversal_open', receipt: receiptOf(30) });
		const note = { kind: 'refund', amount: 500, at: '2026-10-01', reason: 'Asked on the phone' };
		await call('POST', `/transactions/${second}/adjustments`, note);
		const [again] = await lines('&state=reversal_open');
		const same = again?.suggestions.find(({ transaction_id }) => transaction_id === second);
		expect(same?.reason).toMatch(/^The same money as the refund of KSh 500 that .* recorded/);
		const line = `/reconciliation/lines/${open?.id}`;
		const before = await month();
		const attached = await call('POST', `${line}/attach`, {
			transaction_id: second,
			same: same?.same,
		});
		expect(attached.body.data).toMatchObject({ adjusted: 500 });
		expect((await totals()).reversal_open).toBe(0);
		expect((await month()).unexplained).toBe(before.unexplained);
		const decisions = (await call('GET', `/transactions/${second}/decisions`)).body.data;
		const last = decisions.at(-1);
		expect(last).toMatchObject({ what: 'same', receipt: receiptOf(30), withdrawn: null });
		await call('DELETE', `/decisions/${last.id}`, { reason: 'Another payer' });
		expect((await totals()).reversal_open).toBe(1);
		expect((await call('GET', `/transactions/${second}`)).body.data.adjusted).toBe(500);
		await call('POST', `${line}/settle`, { as: 'other', reason: 'Explained by the bank' });
		expect((await totals()).reversal_open).toBe(0);

		// Money to be returned stays until it is given back.
		const surplus = (await lines()).find(({ receipt }) => receipt === receiptOf(2));
		const toReturn = { as: 'to_return', reason: 'Meant for a shop' };
		expect(
			(await call('POST', `/reconciliation/lines/${surplus?.id}/settle`, toReturn)).status,
		).toBe(200);
		expect((await read('&kind=to_give_back')).data).toMatchObject([
			{ line_id: surplus?.id, amount: 2000, receipt: receiptOf(2) },
		]);
		await close();
	});

	it('marks a payment of which more was given back than paid', async () => {
		const { movements, payments, call, close, ...site } = await makeMonth(engine);
		const id = payments[0]?.id;
		const refund = { kind: 'refund', amount: 1500, at: '2026-10-02', reason: 'By hand' };
		await call('POST', `/transactions/${id}/adjustments`, refund);
		const back = { at: START + 30 * HOUR, withdrawn: 1500, what: 'Pay Bill Reversal' };
		const rows = [
			...movements.slice(0, 4),
			{ receipt: receiptOf(40), ...back, linked: receiptOf(1) },
		];
		const noted = { kind: 'refund', amount: 100, at: '2026-10-02', reason: 'No' };
		expect((await sendStatement(site, ORG, fileOf(rows))).status).toBe(201);
		const read = async () => (await call('GET', '/transactions/to-check')).body.data;
		// The refund has no receipt, so it may be other money than the line.
		expect((await read()).totals).toMatchObject({ given_back_twice: 1, more_back_than_paid: 0 });
		expect((await call('POST', `/transactions/${id}/adjustments`, noted)).status).toBe(422);
		expect((await read()).data).toContainEqual(
			expect.objectContaining({ text: 'KSh 3,000 given back for KSh 1,500.' }),
		);
		expect((await call('GET', `/transactions/${id}`)).body.data).toMatchObject({
			...{ adjusted: 1500, given_back: 3000 },
		});
		await close();
	});
});
