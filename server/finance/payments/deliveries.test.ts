import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { formatDay, toDayNumber } from '#shared/east-africa-time.ts';
import { buildCallback, buildConfirmation } from '../../../tools/daraja-simulator/wire.ts';
import { someEngines } from '../../testing/app.ts';
import { type Desk, listMessages, openDesk } from './fixtures/desk.ts';

const decided = ({ status }: Transaction) => status !== 'pending';

describe.each(someEngines)('deliveries (%s)', (engine) => {
	let desk: Desk;
	beforeAll(async () => {
		desk = await openDesk(engine, { timeoutMs: 4_000 });
	});
	afterAll(() => desk.close());

	it('count once, however often and in whatever order they are delivered', async () => {
		const { body } = await desk.pay({ copies: 4, phone: 'masked' });
		const paid = await desk.until(body.data.id, decided);
		expect(paid).toMatchObject({
			status: 'completed',
			phone_number: expect.stringMatching(/^254/),
		});
		await desk.settled();
		const { data } = (await desk.call('GET', `/transactions?search=${paid.mpesa_receipt_number}`))
			.body;
		expect(data.total).toBe(1);
	});

	it('are matched when the callback is faster than the answer to our request', async () => {
		const { body } = await desk.pay({ callbackFirst: true });
		expect(await desk.until(body.data.id, decided)).toMatchObject({
			status: 'completed',
			marks: [],
		});
		const outcomes = (await listMessages(desk.call)).map(({ outcome }) => outcome);
		expect(outcomes).not.toContain('unknown_request');
	});

	it('are matched also when the client disconnects before the answer', async () => {
		const disconnect = new AbortController();
		const asked = fetch(`${desk.address}/api/payments`, {
			method: 'POST',
			headers: { ...desk.headers, 'content-type': 'application/json' },
			body: JSON.stringify(desk.request({ callbackFirst: true, answerMs: 400 })),
			signal: disconnect.signal,
		});
		const early = async () =>
			(await listMessages(desk.call)).some(({ outcome }) => outcome === 'unknown_request');
		await expect.poll(early).toBe(true);
		disconnect.abort();
		await expect(asked).rejects.toThrow();
		const latest = async () =>
			(await desk.call('GET', '/transactions?limit=1')).body.data.data[0] as Transaction;
		await expect.poll(async () => (await latest()).status).toBe('completed');
		expect((await latest()).mpesa_receipt_number).not.toBeNull();
		expect(await early()).toBe(false);
	});

	it('change nothing with another amount, a strange receipt or foreign ids, and are reported', async () => {
		const first = await desk.waiting();
		await desk.simulator.decide(first.prompt.checkoutRequestId);
		const paid = await desk.until(first.id, decided);

		for (const [amount, mark] of [
			[1499, 'amount_mismatch'],
			[1501, 'amount_mismatch'],
			[150_000, 'amount_mismatch'],
			[0, 'amount_mismatch'],
			[-1500, 'amount_mismatch'],
			[1500.5, 'amount_mismatch'],
			[null, 'amount_mismatch'],
		] as const) {
			const { id, prompt } = await desk.waiting();
			const wrong = {
				...prompt,
				behaviour: { amount: amount ?? undefined, ...(amount === null && { without: ['Amount'] }) },
			};
			expect(await desk.deliver('stk', buildCallback(wrong, Date.now()))).toBe(200);
			await desk.settled();
			expect(await desk.read(id)).toMatchObject({
				status: 'pending',
				mpesa_receipt_number: null,
				marks: [mark],
			});
			expect(
				await desk.deliver(
					'stk',
					buildCallback({ ...prompt, behaviour: { amount: '1500.00' } }, Date.now()),
				),
			).toBe(200);
			expect(await desk.until(id, decided)).toMatchObject({ status: 'completed', marks: [mark] });
		}

		const second = await desk.waiting();
		const stolen = { ...second.prompt, receipt: paid.mpesa_receipt_number ?? '' };
		await desk.deliver('stk', buildCallback(stolen, Date.now()));
		await desk.deliver(
			'stk',
			buildCallback({ ...second.prompt, merchantRequestId: '1-2-3' }, Date.now()),
		);
		await desk.settled();
		expect(await desk.read(second.id)).toMatchObject({
			status: 'pending',
			marks: ['receipt_reused', 'request_mismatch'],
		});
	});

	it('let a late success win with a mark, and ignore a late failure', async () => {
		for (const order of [
			[1037, 0],
			[0, 1037],
		]) {
			const { id, prompt } = await desk.waiting();
			for (const result of order) {
				await desk.deliver('stk', buildCallback({ ...prompt, behaviour: { result } }, Date.now()));
				await desk.settled();
			}
			expect(await desk.read(id)).toMatchObject({
				status: 'completed',
				result_code: 0,
				mpesa_receipt_number: prompt.receipt,
				marks: ['late_success'],
			});
		}
	});

	it('store M-Pesa’s time of payment, also if it arrives late', async () => {
		const { id, prompt } = await desk.waiting({ months: 1 });
		expect(await desk.read(id)).toMatchObject({ paid_at: null });
		const paid = Date.parse('2026-01-31T20:59:59Z');
		await desk.deliver('stk', buildCallback(prompt, paid));
		expect(await desk.until(id, decided)).toMatchObject({
			paid_at: '2026-01-31T20:59:59.000Z',
			start_date: '2026-01-31',
		});
		const { data } = (await desk.call('GET', `/transactions?search=${prompt.receipt}`)).body;
		expect(data.data).toMatchObject([{ id, paid_at: '2026-01-31T20:59:59.000Z' }]);
	});

	it('complete by a query without a receipt, which the callback adds', async () => {
		const { id, prompt } = await desk.waiting({ months: 1 });
		const pending = await desk.call('POST', `/transactions/${id}/check`);
		expect([pending.status, pending.body.data.status]).toEqual([200, 'pending']);
		prompt.behaviour.copies = 0;
		await desk.simulator.decide(prompt.checkoutRequestId);
		const { body } = await desk.call('POST', `/transactions/${id}/check`);
		expect(body.data).toMatchObject({
			status: 'completed',
			mpesa_receipt_number: null,
			marks: ['receipt_awaited'],
		});
		await desk.deliver('stk', buildCallback(prompt, Date.now()));
		const hasReceipt = (payment: Transaction) => payment.mpesa_receipt_number !== null;
		expect(await desk.until(id, hasReceipt)).toMatchObject({
			status: 'completed',
			mpesa_receipt_number: prompt.receipt,
			marks: [],
			start_date: formatDay(toDayNumber(Date.now())),
		});
	});

	it('create a payment once for each paybill payment by hand, at M-Pesa’s time', async () => {
		const at = Date.parse('2026-01-31T20:59:59Z');
		const sent = buildConfirmation({
			receipt: 'UAV1HAND01',
			amount: 700,
			at,
			phone: '254711222333',
			reference: '00123',
		});
		const named = { ...sent, MiddleName: ' NJERI', LastName: "WA  THIONG'O" };
		for (let copy = 0; copy < 3; copy++) expect(await desk.deliver('c2b', named)).toBe(200);
		await desk.settled();
		const payment = {
			status: 'completed',
			amount: 700,
			created_at: '2026-01-31T20:59:59.000Z',
			paid_at: '2026-01-31T20:59:59.000Z',
			phone_number: '2547 ***** 333',
			payer_name: "JANE NJERI WA THIONG'O",
			account_reference: '00123',
			start_date: null,
		};
		for (const search of ['uav1hand01', "Jane Njeri  wa Thiong'o", 'njeri', '00123']) {
			const query = new URLSearchParams({ search });
			const { data } = (await desk.call('GET', `/transactions?${query}`)).body;
			expect(data, search).toMatchObject({ total: 1, data: [payment] });
		}
		for (const amount of ['700.50', '0', 'x'])
			await desk.deliver('c2b', { ...sent, TransID: `UAV1${amount}`, TransAmount: amount });
		await desk.settled();
		expect((await desk.call('GET', '/transactions?search=UAV1')).body.data.total).toBe(1);
	});

	it('count once when a confirmation echoes a prompt of ours, whichever comes first', async () => {
		const before = (await desk.call('GET', '/statistics')).body.data;
		for (const confirmFirst of [true, false]) {
			const { body } = await desk.pay({
				payerMs: 5,
				confirmTo: desk.hook('c2b'),
				confirmFirst,
			});
			// Only the confirmation names the payer.
			await desk.until(body.data.id, ({ payer_name }) => payer_name === 'JANE');
			const paid = await desk.until(body.data.id, decided);
			const found = await desk.call('GET', `/transactions?search=${paid.mpesa_receipt_number}`);
			expect(found.body.data.data.map(({ id }: Transaction) => id)).toEqual([paid.id]);
		}
		const after = (await desk.call('GET', '/statistics')).body.data;
		expect(after.totalAmount - before.totalAmount).toBe(3000);
		expect(after.total - before.total).toBe(2);
	});
});
