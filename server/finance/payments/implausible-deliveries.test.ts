import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { AT_LENGTH } from '../../../tests/faults/length.ts';
import { buildCallback, buildConfirmation } from '../../../tools/daraja-simulator/wire.ts';
import { someEngines } from '../../testing/app.ts';
import { PAYMENT_TYPES } from '../mpesa/transaction-types.ts';
import { type Desk, listMessages, openDesk } from './fixtures/desk.ts';

const DAY = 24 * 3_600_000;
const REASON = { reason: 'Found in the statement of the portal' };

describe.each(someEngines)('an implausible delivery (%s)', (engine) => {
	let desk: Desk;
	let number = 0;
	beforeAll(async () => {
		desk = await openDesk(engine);
	});
	afterAll(() => desk.close());

	const figures = async () => (await desk.call('GET', '/statistics')).body.data;
	const unmatched = async () =>
		(await listMessages(desk.call)) as {
			id: number;
			outcome: string;
			payment_id: string | null;
			body: string;
		}[];
	const settle = (id: number, body: object, headers?: Record<string, string>) =>
		desk.call('POST', `/transactions/unmatched/${id}/settle`, body, headers);
	const search = async (text: string) =>
		(await desk.call('GET', `/transactions?search=${text}`)).body.data.data as Transaction[];

	/** Delivers a confirmation; resolves to its result. */
	const confirm = async (fields: object, overrides: object = {}) => {
		const receipt = `UKM1DOUB${String(++number).padStart(2, '0')}`;
		const sent = {
			...buildConfirmation({
				receipt,
				amount: 700,
				at: Date.now(),
				phone: '254711222333',
				reference: 'JANE',
				...fields,
			}),
			...overrides,
		};
		expect(await desk.deliver('c2b', sent)).toBe(200);
		await desk.settled();
		const delivery = (await unmatched()).find(({ body }) => body.includes(receipt));
		return { receipt, sent, delivery };
	};
	const waiting = async (fields: object = {}) => {
		const { body } = await desk.pay({ payerMs: 'never' }, fields as Record<string, unknown>);
		const prompt = desk.simulator.prompts.get(body.data.checkout_request_id);
		if (!prompt) throw new Error('no prompt');
		return { id: body.data.id as string, prompt };
	};

	it.each([
		['a time more than a day ahead', { at: Date.now() + 25 * 3_600_000 }, {}, 'time_ahead'],
		['a time of another century', {}, { TransTime: '21990101120000' }, 'time_ahead'],
		['more than M-Pesa takes', { amount: 250_001 }, {}, 'amount_too_large'],
		['a fantastic amount', { amount: 999_999_999 }, {}, 'amount_too_large'],
		['a reversal', {}, { TransactionType: 'Pay Bill Reversal' }, 'other_type'],
		['a charge', {}, { TransactionType: 'Pay Merchant Charge' }, 'other_type'],
		['money paid out', {}, { TransactionType: 'Business Payment to Customer' }, 'other_type'],
		['cents', { amount: '700.50' }, {}, 'cents'],
	])('is a confirmation of %s: kept, marked and not counted', async (_, fields, also, outcome) => {
		const before = await figures();
		const { receipt, delivery } = await confirm(fields, also);
		expect(delivery).toMatchObject({ outcome, payment_id: null });
		expect(await search(receipt)).toEqual([]);
		expect(await figures()).toEqual(before);
	});

	// No SQL decides this.
	it.each(
		engine === 'postgres' && !AT_LENGTH
			? PAYMENT_TYPES.slice(0, 1)
			: [
					...PAYMENT_TYPES,
					'Pay Bill Online',
					'Business Pay Bill via API',
					'Customer Merchant Payment',
					'CustomerPayBillOnline',
					'customer buy goods online',
					'',
					null,
				],
	)('is no confirmation that calls itself "%s"', async (TransactionType) => {
		const { receipt, delivery } = await confirm({ amount: 250_000 }, { TransactionType });
		expect(delivery).toBeUndefined();
		expect(await search(receipt)).toMatchObject([{ status: 'completed', amount: 250_000 }]);
	});

	it('does not lead the list if it is dated up to a day ahead', async () => {
		const at = Math.floor(Date.now() / 1000) * 1000 + 20 * 3_600_000;
		const { receipt, delivery } = await confirm({ at });
		expect(delivery).toBeUndefined();
		const [ahead] = await search(receipt);
		expect(ahead?.paid_at).toBe(new Date(at).toISOString());
		const { receipt: later } = await confirm({ at: at - 3_600_000 });
		const { data } = (await desk.call('GET', '/transactions?limit=2')).body.data;
		expect(data.map((row: Transaction) => row.mpesa_receipt_number)).toEqual([later, receipt]);
	});

	it('counts once a person settles it as a payment, with name and reason', async () => {
		const at = Date.now() + 30 * DAY;
		const before = await figures();
		const { receipt, delivery } = await confirm({ at, amount: '700.50' });
		const key = { 'idempotency-key': `settle-${engine}` };
		const first = await settle(delivery?.id ?? 0, { as: 'payment', ...REASON }, key);
		expect(first).toMatchObject({ status: 200 });
		expect((await settle(delivery?.id ?? 0, { as: 'payment', ...REASON }, key)).body).toEqual(
			first.body,
		);
		expect((await settle(delivery?.id ?? 0, { as: 'payment', ...REASON })).status).toBe(409);
		// Whole shillings, in the books of M-Pesa's time, and in the list at the time of arrival.
		const [found] = await search(receipt);
		expect(found).toMatchObject({ status: 'completed', amount: 700, marks: [] });
		expect(Date.parse(found?.paid_at ?? '')).toBe(Math.floor(at / 1000) * 1000);
		expect(Date.parse(found?.created_at ?? '')).toBeLessThanOrEqual(Date.now());
		const after = await figures();
		expect([after.total - before.total, after.totalAmount - before.totalAmount]).toEqual([1, 700]);
		expect((await unmatched()).map(({ id }) => id)).not.toContain(delivery?.id);
		const { body } = await desk.call('GET', '/audit?item_kind=transaction&action=settle&limit=1');
		expect(body.data.data[0]).toMatchObject({
			actor: { kind: 'person' },
			item: { id: found?.id },
			details: { as: 'payment', was: 'time_ahead', ...REASON },
		});
		const one = await desk.call('GET', `/transactions/${found?.id}`);
		expect(one.body.data.history).toMatchObject([
			{ cause: 'booked', note: REASON.reason, actor: expect.stringMatching(/^person:/) },
		]);
		// Later deliveries of it are about an existing payment.
		await desk.deliver('c2b', JSON.parse(delivery?.body ?? ''));
		await desk.settled();
		expect((await figures()).total).toBe(after.total);
	});

	it('leaves the list without counting when it is settled otherwise', async () => {
		for (const as of ['not_ours', 'duplicate', 'to_return', 'other']) {
			const before = await figures();
			const { receipt, delivery } = await confirm({ amount: 300_000 });
			const answer = await settle(delivery?.id ?? 0, { as, ...REASON });
			expect(answer).toMatchObject({ status: 200, body: { data: null } });
			expect((await unmatched()).map(({ id }) => id)).not.toContain(delivery?.id);
			expect(await search(receipt)).toEqual([]);
			expect(await figures()).toEqual(before);
		}
	});

	it('is settled only while it is open, with a reason and the permission', async () => {
		const { delivery, sent } = await confirm({ amount: 300_000 });
		const id = delivery?.id ?? 0;
		const { body: refused } = await settle(id, { as: 'income' });
		expect(Object.keys(refused.fields)).toEqual(['as', 'reason']);
		expect((await settle(id, { as: 'other', reason: ' ' })).body.fields).toEqual({
			reason: 'Reason is required',
		});
		const unknown = { as: 'payment', transaction_id: 'nobody', ...REASON };
		expect((await settle(id, unknown)).body.fields).toEqual({
			transaction_id: 'Transaction not found',
		});
		expect((await settle(999_999_999, { as: 'other', ...REASON })).status).toBe(404);
		expect((await desk.call('POST', '/transactions/unmatched/x/settle', REASON)).status).toBe(422);
		const editor = await desk.as('editor');
		expect((await editor.call('POST', `/transactions/unmatched/${id}/settle`, REASON)).status).toBe(
			403,
		);
		const finance = await desk.as('finance');
		const settled = await finance.call('POST', `/transactions/unmatched/${id}/settle`, {
			as: 'payment',
			...REASON,
		});
		expect(settled).toMatchObject({ status: 200, body: { data: { amount: 300_000 } } });
		// A receipt cannot be counted twice.
		await desk.deliver('c2b', { ...sent, TransAmount: '300001.00' });
		await desk.settled();
		const [again] = await unmatched();
		expect(again).toMatchObject({ outcome: 'amount_too_large', payment_id: settled.body.data.id });
		expect((await settle(again?.id ?? 0, { as: 'payment', ...REASON })).status).toBe(409);
		expect((await settle(again?.id ?? 0, { as: 'duplicate', ...REASON })).status).toBe(200);
	});

	it('can be a report on our request with a future time or cents, until a genuine one comes', async () => {
		for (const [change, mark] of [
			[{ decidedAt: Date.now() + 2 * DAY }, 'time_ahead'],
			[{ behaviour: { amount: 1500.5 } }, 'amount_mismatch'],
		] as const) {
			const { id, prompt } = await waiting();
			await desk.deliver('stk', buildCallback({ ...prompt, ...change }, Date.now()));
			await desk.settled();
			expect(await desk.read(id)).toMatchObject({ status: 'pending', marks: [mark] });
			await desk.deliver('stk', buildCallback(prompt, Date.now()));
			await desk.settled();
			expect(await desk.read(id)).toMatchObject({ status: 'completed', marks: [mark] });
		}
	});

	it('completes its request with the paid amount once a person settles it', async () => {
		const { id, prompt } = await waiting({ months: 1 });
		await desk.deliver(
			'stk',
			buildCallback({ ...prompt, behaviour: { amount: 1400 } }, Date.now()),
		);
		await desk.settled();
		const [delivery] = await unmatched();
		expect(delivery).toMatchObject({ outcome: 'amount_mismatch', payment_id: id });
		const settled = await settle(delivery?.id ?? 0, { as: 'payment', ...REASON });
		expect(settled).toMatchObject({
			status: 200,
			body: {
				data: {
					id,
					status: 'completed',
					amount: 1400,
					marks: [],
					mpesa_receipt_number: prompt.receipt,
					months: null,
					start_date: null,
					reported: null,
				},
			},
		});
		// A paybill payment that was meant for a request of ours.
		const other = await waiting();
		const { receipt, delivery: late } = await confirm({ amount: '1500.50' });
		const named = { as: 'payment', transaction_id: other.id, ...REASON };
		expect(await settle(late?.id ?? 0, named)).toMatchObject({ status: 200 });
		expect(await desk.read(other.id)).toMatchObject({
			status: 'completed',
			mpesa_receipt_number: receipt,
			amount: 1500,
		});
	});

	it('creates a payment for an unknown request, unless it failed', async () => {
		const { prompt } = await waiting();
		const lost = { ...prompt, checkoutRequestId: 'ws_CO_lost_1', merchantRequestId: 'lost-1-1' };
		const tell = async (behaviour: object) => {
			await desk.deliver('stk', buildCallback({ ...lost, behaviour }, Date.now()));
			await desk.settled();
			const [delivery] = await unmatched();
			expect(delivery?.outcome).toBe('unknown_request');
			return settle(delivery?.id ?? 0, { as: 'payment', ...REASON });
		};
		expect((await tell({ result: 1032 })).status).toBe(409);
		expect((await tell({})).body.data).toMatchObject({
			status: 'completed',
			amount: 1500,
			checkout_request_id: 'ws_CO_lost_1',
			mpesa_receipt_number: prompt.receipt,
		});
	});
});
