import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Decision } from '#shared/contract/finance/decisions.ts';
import { buildCallback } from '../../../tools/daraja-simulator/wire.ts';
import { someEngines } from '../../testing/app.ts';
import { type Desk, decide, listMessages, openDesk } from './fixtures/desk.ts';

const REASON = { reason: 'The payer sent a part' };

describe.each(someEngines)('another amount than we asked for (%s)', (engine) => {
	let desk: Desk;
	beforeAll(async () => {
		desk = await openDesk(engine);
	});
	afterAll(() => desk.close());

	const settle = (id: number, body: object) =>
		desk.call('POST', `/transactions/unmatched/${id}/settle`, { ...body, ...REASON });
	const takeBack = async (id: number) => {
		const { data } = (await desk.call('GET', '/decisions')).body.data;
		const made = data.find(({ about }: Decision) => about.id === String(id));
		return desk.call('DELETE', `/decisions/${made.id}`, REASON);
	};
	const paidTotal = async () => (await desk.call('GET', '/statistics')).body.data.totalAmount;

	/** Requests an amount, and delivers a success of another one. */
	const report = async (asked: object, amount: number) => {
		const { id, prompt } = await desk.waiting(asked as Record<string, unknown>);
		await desk.deliver('stk', buildCallback({ ...prompt, behaviour: { amount } }, Date.now()));
		await desk.settled();
		const [delivery] = await listMessages(desk.call);
		if (!delivery) throw new Error('no message');
		return { id, receipt: prompt.receipt, delivery };
	};

	it('stays reported after any decision, and can be booked as a payment', async () => {
		const { id, receipt, delivery } = await report({ amount: 1500, months: 1 }, 150);
		expect(delivery).toMatchObject({ payment_id: id, requested: { amount: 1500, months: 1 } });
		const reported = { delivery: delivery.id, amount: 150, receipt };
		expect(await desk.read(id)).toMatchObject({
			status: 'pending',
			marks: ['amount_mismatch'],
			reported: { ...reported, settlement: null },
		});
		const events = await fetch(`${desk.address}/api/transactions/${id}/events`, {
			headers: desk.headers,
		});
		const { value } = await (events.body as ReadableStream<Uint8Array>).getReader().read();
		expect(new TextDecoder().decode(value)).toContain(
			'M-Pesa reported KSh 150; we asked for KSh 1,500',
		);
		// The marks of a payment cannot be settled while its delivery is open.
		expect((await decide(desk.call, 'seen', 'payment', id, REASON)).status).toBe(409);
		expect(await listMessages(desk.call)).toHaveLength(1);

		expect((await settle(delivery.id, { as: 'to_return' })).status).toBe(200);
		const settlement = { as: 'to_return', ...REASON };
		const seen = await desk.read(id);
		expect(seen).toMatchObject({ marks: [], reported: { ...reported, settlement } });
		const { evidence } = (await desk.call('GET', `/transactions/${id}`)).body.data;
		expect(evidence.at(-1)).toMatchObject({ id: delivery.id, settlement });
		const hint = (await desk.call('GET', `/receipts/${receipt}`)).body.data.delivery;
		expect(hint).toMatchObject({ amount: 150, transaction_id: id, settled_as: 'to_return' });

		expect((await takeBack(delivery.id)).status).toBe(200);
		expect(await desk.read(id)).toMatchObject({
			marks: ['amount_mismatch'],
			reported: { ...reported, settlement: null },
		});
		const before = await paidTotal();
		const unpaid =
			(await desk.call('GET', `/transactions?search=${receipt}`)).body.data.data[0] ?? {};
		delete unpaid.updated_at;
		expect((await settle(delivery.id, { as: 'payment' })).body.data).toMatchObject({
			id,
			status: 'completed',
			amount: 150,
			mpesa_receipt_number: receipt,
			reported: null,
			marks: [],
		});
		expect((await paidTotal()) - before).toBe(150);
		expect((await takeBack(delivery.id)).status).toBe(200);
		expect(await paidTotal()).toBe(before);
		expect(await desk.read(id)).toMatchObject(unpaid);
	});

	it('pays for the months that a person names, or none', async () => {
		for (const months of [undefined, 1]) {
			const { delivery } = await report({ amount: 3000, months: 3 }, 300);
			const sent = { as: 'payment', ...(months && { months }) };
			const { data } = (await settle(delivery.id, sent)).body;
			expect(data).toMatchObject({
				status: 'completed',
				amount: 300,
				months: months ?? null,
				end_date: months ? expect.any(String) : null,
			});
		}
		const { delivery } = await report({ amount: 3000, months: 3 }, 300);
		const refused = await settle(delivery.id, { as: 'payment', months: 0 });
		expect(Object.keys(refused.body.fields)).toEqual(['months']);
	});
});
