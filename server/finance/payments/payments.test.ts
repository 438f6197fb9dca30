import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { addMonths, formatDay, toDayNumber } from '#shared/east-africa-time.ts';
import { engines } from '../../testing/app.ts';
import { type Desk, openDesk } from './fixtures/desk.ts';

const decided = ({ status }: Transaction) => status !== 'pending';

describe.each(engines)('payments (%s)', (engine) => {
	let desk: Desk;
	beforeAll(async () => {
		desk = await openDesk(engine, { timeoutMs: 4_000 });
	});
	afterAll(() => desk.close());

	it('are pending with their request ids once M-Pesa accepts, and completed by its callback', async () => {
		const { status, body } = await desk.pay(
			{ payerMs: 1_000 },
			{ phone_number: '+254 712-345 678', months: 3 },
		);
		expect(status).toBe(202);
		expect(body.data).toMatchObject({
			status: 'pending',
			amount: 1500,
			phone_number: '254712345678',
			mpesa_receipt_number: null,
			checkout_request_id: expect.stringMatching(/^ws_CO_/),
			merchant_request_id: expect.any(String),
			start_date: null,
			marks: [],
		});
		const paid = await desk.until(body.data.id, decided);
		const today = toDayNumber(Date.now());
		expect(paid).toMatchObject({
			status: 'completed',
			mpesa_receipt_number: expect.stringMatching(/^[A-Z0-9]{10}$/),
			result_code: 0,
			start_date: formatDay(today),
			end_date: formatDay(addMonths(today, 3)),
		});
		expect(paid).toMatchObject({
			evidence: [
				{ kind: 'push_request', outcomes: [{ outcome: 'sent' }] },
				{ kind: 'push_answer', http_status: 200, outcomes: [{ outcome: 'accepted' }] },
				{ kind: 'stk', trusted: true, outcomes: [{ outcome: 'applied' }] },
			],
			history: [
				{ from: null, to: 'pending', cause: 'request' },
				{ from: 'pending', to: 'pending', cause: 'answer' },
				{ from: 'pending', to: 'completed', cause: 'callback' },
			],
		});
		expect(JSON.stringify(paid)).not.toContain('Password');
	});

	it('return the same tag on create and on read', async () => {
		const asked = await desk.pay({ payerMs: 'never' });
		const read = await desk.call('GET', `/transactions/${asked.body.data.id}`);
		expect(read.headers.etag).toMatch(/^"[\w-]{22}"$/);
		expect(asked.headers.etag).toBe(read.headers.etag);
	});

	it('fail with the code and text of M-Pesa', async () => {
		const { body } = await desk.pay({ result: 1032 });
		expect(await desk.until(body.data.id, decided)).toMatchObject({
			status: 'failed',
			result_code: 1032,
			result_desc: 'Request cancelled by user',
			start_date: null,
		});
		const worded = await desk.pay({ result: 'SFC_IC0003' });
		expect(await desk.until(worded.body.data.id, decided)).toMatchObject({
			status: 'failed',
			result_code: 'SFC_IC0003',
		});
	});

	it('are rejected field by field', async () => {
		const wrong: [object, string][] = [
			[{ phone_number: '0812345678' }, 'phone_number'],
			[{ phone_number: 254712345678 }, 'phone_number'],
			[{ amount: 0 }, 'amount'],
			[{ amount: 250_001 }, 'amount'],
			[{ amount: 10.5 }, 'amount'],
			[{ amount: '100' }, 'amount'],
			[{ account_reference: '' }, 'account_reference'],
			[{ account_reference: 'x'.repeat(13) }, 'account_reference'],
			[{ description: 'x'.repeat(14) }, 'description'],
			[{ description: undefined }, 'description'],
			[{ months: 0 }, 'months'],
			[{ months: 37 }, 'months'],
		];
		for (const [fields, field] of wrong) {
			const { status, body } = await desk.pay({}, fields as Record<string, unknown>);
			expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
		}
	});

	it('answer 502 and fail when M-Pesa rejects them', async () => {
		const { status, body } = await desk.pay({
			push: { status: 500, errorCode: '500.001.1001', errorMessage: 'Merchant does not exist' },
		});
		expect([status, body.code]).toEqual([502, 'payment_refused']);
		expect(await desk.read(body.data.id)).toMatchObject({
			status: 'failed',
			result_code: '500.001.1001',
			result_desc: 'Merchant does not exist',
		});
	});

	it('answer 504 and stay pending with a mark when M-Pesa does not answer', async () => {
		const { status, body } = await desk.pay({ push: 'hang' });
		expect([status, body.code]).toEqual([504, 'payment_unanswered']);
		expect(await desk.read(body.data.id)).toMatchObject({
			status: 'pending',
			marks: ['unanswered'],
		});
	});

	it.each(['', '  ', null, undefined])('are 422 without a phone (%j)', async (phone_number) => {
		const { status, body } = await desk.pay({}, { phone_number });
		expect([status, body.fields]).toEqual([422, { phone_number: 'Phone number is required' }]);
	});

	it('answer 409 for a phone with an open prompt, also for two at once', async () => {
		const phone_number = '0799999999';
		const { id, prompt } = await desk.waiting({ phone_number });
		expect((await desk.pay({}, { phone_number })).status).toBe(409);
		await desk.simulator.decide(prompt.checkoutRequestId);
		await desk.until(id, decided);
		const twins = await Promise.all(
			[1, 2, 3].map(() => desk.pay({ payerMs: 'never' }, { phone_number })),
		);
		expect(twins.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
	});

	it('are requested once per Idempotency-Key, whatever the answer was', async () => {
		for (const [how, expected, key] of [
			[{ payerMs: 'never' }, 202, 'one'],
			[{ push: { status: 400, errorCode: '400.002.02' } }, 502, 'two'],
			[{ push: 'hang' }, 504, 'three'],
		] as const) {
			const body = { phone_number: `0788000${expected}` };
			const before = desk.simulator.seen.pushes;
			const first = await desk.pay(how, body, { 'idempotency-key': key });
			const again = await desk.pay({}, body, { 'idempotency-key': key });
			expect([first.status, again.status]).toEqual([expected, expected]);
			expect(again.body).toEqual(first.body);
			expect(desk.simulator.seen.pushes).toBe(before + 1);
			const other = await desk.pay({}, { ...body, amount: 1 }, { 'idempotency-key': key });
			expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
		}
	});

	it('share one token, and request another once it is rejected', async () => {
		desk.simulator.revokeToken();
		const before = desk.simulator.seen.tokens;
		const made = await Promise.all([desk.pay(), desk.pay(), desk.pay()]);
		expect(made.map(({ status }) => status)).toEqual([202, 202, 202]);
		expect(desk.simulator.seen.tokens).toBe(before + 1);
	});
});
