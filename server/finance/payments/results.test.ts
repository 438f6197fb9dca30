import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { buildCallback, buildConfirmation } from '../../../tools/daraja-simulator/wire.ts';
import { someEngines } from '../../testing/app.ts';
import { type Desk, decide, openDesk, TOKEN } from './fixtures/desk.ts';

const decided = ({ status }: Transaction) => status !== 'pending';

describe.each(someEngines)('a payment (%s)', (engine) => {
	let desk: Desk;
	beforeAll(async () => {
		desk = await openDesk(engine);
	});
	afterAll(() => desk.close());

	it.each([1031, 1036, 1101, 2029, 4999, 7777])(
		'fails by code %s of a callback, with the words of M-Pesa',
		async (result) => {
			const text = 'Something that only M-Pesa explains';
			const { id, payment, prompt } = await desk.waiting();
			prompt.behaviour = { result, resultDesc: text };
			await desk.deliver('stk', buildCallback(prompt, Date.now()));
			expect(await desk.until(id, decided)).toMatchObject({
				status: 'failed',
				result_code: result,
				result_desc: text,
				marks: [],
			});
			const { status } = await desk.pay({}, { phone_number: payment.phone_number });
			expect(status).toBe(202);
		},
	);

	it('fails by code 1031, 1036, 1101 or 2029 of a query', async () => {
		for (const query of [1031, 1036, 1101, 2029]) {
			const { id, prompt } = await desk.waiting();
			prompt.behaviour.query = query;
			expect((await desk.call('POST', `/transactions/${id}/check`)).status).toBe(200);
			expect(await desk.read(id)).toMatchObject({ status: 'failed', result_code: query });
		}
	});

	it('stays pending under an unknown code of a query, which does not block the phone', async () => {
		const { id, payment, prompt } = await desk.waiting();
		const again = () => desk.pay({ payerMs: 'never' }, { phone_number: payment.phone_number });
		expect((await again()).status).toBe(409);
		prompt.behaviour.query = 7777;
		expect((await desk.call('POST', `/transactions/${id}/check`)).status).toBe(200);
		expect(await desk.read(id)).toMatchObject({ status: 'pending', result_code: 7777 });
		expect((await again()).status).toBe(202);
	});

	it('is not booked by a validation request', async () => {
		const sent = buildConfirmation({
			receipt: 'UKV1VALID1',
			amount: 700,
			at: Date.now(),
			phone: '254711222333',
			reference: 'JANE',
		});
		const request = JSON.stringify({ ...sent, OrgAccountBalance: '' });
		const post = (path: string) =>
			fetch(`${desk.address}/api/hooks/${path}`, { method: 'POST', body: request });
		const answer = await post(`${TOKEN}/c2b/validate`);
		expect(answer.status).toBe(200);
		expect(await answer.json()).toEqual({ ResultCode: '0', ResultDesc: 'Accepted' });
		expect((await post('nowhere/c2b/validate')).status).toBe(404);
		await desk.settled();
		const found = await desk.call('GET', '/transactions?search=UKV1VALID1');
		expect(found.body.data.total).toBe(0);
		// The same body at the confirmation's address is booked, with a mark.
		await post(`${TOKEN}/c2b`);
		await desk.settled();
		const booked = (await desk.call('GET', '/transactions?mark=no_balance')).body.data;
		expect(booked).toMatchObject({
			total: 1,
			data: [{ status: 'completed', mpesa_receipt_number: 'UKV1VALID1', marks: ['no_balance'] }],
		});
		const { id } = booked.data[0];
		const settled = await decide(desk.call, 'seen', 'payment', id, { reason: 'Registered' });
		expect(settled.status).toBe(201);
		expect((await desk.read(id)).marks).toEqual([]);
	});
});
