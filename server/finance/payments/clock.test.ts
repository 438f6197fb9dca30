import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { SOME_ENGINES } from '../../../tests/faults/length.ts';
import { buildCallback, buildConfirmation } from '../../../tools/daraja-simulator/wire.ts';
import { type Desk, listMessages, openDesk } from './fixtures/desk.ts';

const MINUTE = 60_000;
const HALF = 30 * MINUTE;
const HOUR = 60 * MINUTE;
const YEAR = 365 * 24 * HOUR;
const NOON = Date.parse('2026-05-14T09:00:00Z');

const decided = ({ status }: Transaction) => status !== 'pending';

describe.each(SOME_ENGINES)('a clock that is set back (%s)', (engine) => {
	let desk: Desk;
	beforeEach(async () => {
		// The clock alone: everything that waits goes on as ever.
		vi.useFakeTimers({ toFake: ['Date'], now: NOON });
		desk = await openDesk(engine, { pollMs: 15 });
	});
	afterEach(async () => {
		await desk.close();
		vi.useRealTimers();
	});

	const prompt = async (fields: Record<string, unknown> = {}, headers?: Record<string, string>) => {
		const { status, body } = await desk.pay({ payerMs: 'never' }, fields, headers);
		expect(status).toBe(202);
		const payment = body.data as Transaction;
		const prompted = desk.simulator.prompts.get(payment.checkout_request_id ?? '');
		if (!prompted) throw new Error('no prompt');
		return { id: payment.id, prompted };
	};
	const found = async (search: string) =>
		(await desk.call('GET', `/transactions?search=${search}`)).body.data;

	it('loses no delivery and counts none twice', async () => {
		const { id, prompted } = await prompt({ months: 1 });
		const paidAt = NOON + MINUTE;
		vi.setSystemTime(NOON - YEAR);
		const callback = buildCallback({ ...prompted, decidedAt: paidAt }, paidAt);
		for (let copy = 0; copy < 3; copy++) expect(await desk.deliver('stk', callback)).toBe(200);
		// Dates are M-Pesa's, whatever our clock says.
		expect(await desk.until(id, decided)).toMatchObject({
			status: 'completed',
			start_date: '2026-05-14',
			end_date: '2026-06-14',
			marks: [],
		});
		await desk.settled();
		const after = await desk.pay({ payerMs: 5 });
		expect(await desk.until(after.body.data.id, decided)).toMatchObject({ status: 'completed' });
		expect((await desk.call('GET', '/statistics')).body.data).toMatchObject({
			total: 2,
			completed: 2,
			totalAmount: 3000,
		});
	});

	it('lets the poller query the result of a lost callback', async () => {
		const { body } = await desk.pay({ copies: 0 });
		const { id: waiting } = await prompt();
		vi.setSystemTime(NOON - YEAR);
		expect(await desk.until(body.data.id, decided)).toMatchObject({ status: 'completed' });
		const asked = () =>
			desk.database.read
				.selectFrom('payment_checks')
				.selectAll()
				.where('payment_id', '=', waiting)
				.executeTakeFirst();
		await expect.poll(async () => (await asked())?.tries).toBe(1);
		// Its next time is near by the clock of now, and it is not asked about at every step.
		const next = Date.parse((await asked())?.due_at ?? '') - Date.now();
		expect(next).toBeGreaterThan(0);
		expect(next).toBeLessThanOrEqual(2.2 * MINUTE);
		// Each was asked about once.
		await expect.poll(() => desk.simulator.seen.queries).toBe(2);
		await new Promise((done) => setTimeout(done, 200));
		expect(desk.simulator.seen.queries).toBe(2);
	});

	it('allows another prompt for the phone', async () => {
		const phone_number = '0712000111';
		const { id } = await prompt({ phone_number });
		const again = () => desk.pay({ payerMs: 'never' }, { phone_number });
		expect((await again()).status).toBe(409);
		vi.setSystemTime(NOON - HOUR);
		expect((await again()).status).toBe(202);
		expect((await again()).status).toBe(409);
		expect(await desk.read(id)).toMatchObject({ status: 'pending' });
	});

	it('makes one request per Idempotency-Key', async () => {
		const key = { 'idempotency-key': 'across-the-step' };
		const fields = { phone_number: '0712000113' };
		const first = await desk.pay({ payerMs: 'never' }, fields, key);
		const course = { name: 'Plumbing', order_num: 1, category_id: 'cat_diploma' };
		const made = await desk.call('POST', '/courses', course, key);
		for (const step of [HOUR, YEAR]) {
			vi.setSystemTime(NOON - step);
			expect((await desk.pay({}, fields, key)).body).toEqual(first.body);
			expect((await desk.call('POST', '/courses', course, key)).body).toEqual(made.body);
		}
		expect(desk.simulator.seen.pushes).toBe(1);
	});

	it('tells a repeated request whether the first one is in progress or was interrupted', async () => {
		const key = { 'idempotency-key': 'cut-off' };
		const fields = { phone_number: '0712000114' };
		const first = desk.pay({ push: 'hang' }, fields, key);
		await expect.poll(() => desk.simulator.seen.pushes).toBe(1);
		const twin = async () => (await desk.pay({}, fields, key)).body.error;
		expect(await twin()).toContain('has no answer yet');
		vi.setSystemTime(NOON + 6 * MINUTE);
		expect(await twin()).toContain('Look whether it was before you send it again');
		expect((await first).status).toBe(504);
		expect(desk.simulator.seen.pushes).toBe(1);
	});

	// A status query proves a payment without its receipt; the confirmation adds the receipt to the same payment.
	describe.each([
		['after one of them', 0, 0, -HALF],
		['to the right time after one of them', HALF, HALF, 0],
		['before both', -HALF, -HALF, -HALF],
	])('%s', (_, requested, first, second) => {
		it.each(['after', 'before'])(
			'merges a confirmation that arrives %s the status query',
			async (order) => {
				vi.setSystemTime(NOON + requested);
				const { body } = await desk.pay({ payerMs: 'never', copies: 0 });
				const payment = body.data as Transaction;
				const prompted = desk.simulator.prompts.get(payment.checkout_request_id ?? '');
				if (!prompted) throw new Error('no prompt');
				const confirm = async () => {
					const sent = buildConfirmation({
						receipt: prompted.receipt,
						amount: 1500,
						at: NOON + 30_000,
						phone: String(payment.phone_number),
						reference: 'KNEC-2026',
					});
					expect(await desk.deliver('c2b', sent)).toBe(200);
					await desk.settled();
				};
				const prove = async () => {
					await desk.simulator.decide(prompted.checkoutRequestId);
					await desk.call('POST', `/transactions/${payment.id}/check`);
					await desk.until(payment.id, decided);
				};
				const steps = order === 'after' ? [prove, confirm] : [confirm, prove];
				for (const [n, step] of steps.entries()) {
					vi.setSystemTime(NOON + MINUTE + (n === 0 ? first : second));
					await step();
				}
				expect(await found(prompted.receipt)).toMatchObject({
					total: 1,
					data: [{ id: payment.id, status: 'completed', mpesa_receipt_number: prompted.receipt }],
				});
				expect((await desk.call('GET', '/statistics')).body.data).toMatchObject({
					total: 1,
					totalAmount: 1500,
				});
			},
		);
	});

	it('by a year stores a payment by hand as an unmatched delivery with a future time', async () => {
		vi.setSystemTime(NOON - YEAR);
		const sent = buildConfirmation({
			receipt: 'UEE1CLOCK1',
			amount: 700,
			at: NOON,
			phone: '254711222333',
			reference: 'JANE',
		});
		expect(await desk.deliver('c2b', sent)).toBe(200);
		await desk.settled();
		expect(await found('UEE1CLOCK1')).toMatchObject({ total: 0 });
		const [delivery] = await listMessages(desk.call);
		expect(delivery).toMatchObject({ outcome: 'time_ahead' });
	});
});
