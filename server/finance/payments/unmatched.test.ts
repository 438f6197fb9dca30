import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Decision } from '#shared/contract/finance/decisions.ts';
import {
	buildCallback,
	buildConfirmation,
	makeReceipt,
} from '../../../tools/daraja-simulator/wire.ts';
import { engines } from '../../testing/app.ts';
import { type Desk, listMessages, openDesk } from './fixtures/desk.ts';

const REASON = { reason: 'Seen in the portal' };

describe.each(engines)('deliveries that changed no payment (%s)', (engine) => {
	let desk: Desk;
	let numbers = 4_000;
	beforeAll(async () => {
		desk = await openDesk(engine, { timeoutMs: 800 });
	});
	afterAll(() => desk.close());

	const listUnmatched = () => listMessages(desk.call);
	/** Finds the decision about a message that counts. */
	const findDecision = async (id: number) => {
		const { data } = (await desk.call('GET', '/decisions?limit=100')).body.data;
		return data.find(({ about }: Decision) => about.kind === 'delivery' && about.id === `${id}`);
	};
	const settle = (id: number, body: object) =>
		desk.call('POST', `/transactions/unmatched/${id}/settle`, { ...REASON, ...body });
	/** Takes the decision about a delivery back. */
	const takeBack = async (id: number) => {
		return desk.call('DELETE', `/decisions/${(await findDecision(id)).id}`, REASON);
	};
	/** Creates a request that M-Pesa never answered; returns functions for its callbacks. */
	const unanswered = async (fields = {}) => {
		const { status, body } = await desk.pay({ push: 'hang' }, fields);
		expect(status).toBe(504);
		const { id, phone_number: phone, amount } = body.data;
		const number = ++numbers;
		const prompt = {
			checkoutRequestId: `ws_CO_lost_${number}`,
			merchantRequestId: `10-${number}-1`,
			sent: { PhoneNumber: phone, Amount: amount },
			behaviour: {},
			receipt: makeReceipt(Date.now(), number),
			decidedAt: Date.now(),
		};
		const tell = async (other = {}) => {
			await desk.deliver('stk', buildCallback({ ...prompt, ...other }, Date.now()));
			await desk.settled();
			const [found] = await listUnmatched();
			if (found?.outcome !== 'unknown_request') throw new Error('no message');
			return found;
		};
		return { id, phone, prompt, tell };
	};

	it('are attached to the request that they answer, which they complete once', async () => {
		const { id, prompt, tell } = await unanswered({ months: 1 });
		const delivery = await tell();
		const again = await tell();
		expect(delivery.suggestions).toMatchObject([
			{ transaction_id: id, amount: 1500, text: expect.stringMatching(/KSh 1,500 were asked for/) },
		]);
		const sent = { as: 'payment', transaction_id: id };
		const both = await Promise.all([settle(delivery.id, sent), settle(again.id, sent)]);
		// M-Pesa delivered it twice: one completes the payment, the other finds it settled.
		expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
		const [first, second] = both[0]?.status === 200 ? [delivery, again] : [again, delivery];
		expect(await desk.read(id)).toMatchObject({
			status: 'completed',
			amount: 1500,
			mpesa_receipt_number: prompt.receipt,
			marks: [],
			checkout_request_id: prompt.checkoutRequestId,
			start_date: expect.any(String),
			history: [{ cause: 'request' }, { to: 'pending' }, { to: 'completed', cause: 'booked' }],
		});
		const waits = async () => (await listUnmatched()).map((each) => each.id);
		await expect.poll(waits).not.toContain(second.id);
		const decided = { what: 'payment', transaction_id: id, ...REASON };
		expect(await findDecision(first.id)).toMatchObject(decided);
		expect(await takeBack(first.id)).toMatchObject({ status: 200 });
		expect(await desk.read(id)).toMatchObject({
			status: 'pending',
			mpesa_receipt_number: null,
			checkout_request_id: null,
			start_date: null,
			marks: ['unanswered'],
			history: [{}, {}, {}, { from: 'completed', to: 'pending', cause: 'withdrawn' }],
		});
		expect(await waits()).toContain(first.id);
		expect((await settle(first.id, sent)).status).toBe(200);
		expect(await desk.read(id)).toMatchObject({ status: 'completed' });
	});

	it('fail it if they report a failure', async () => {
		const { id, tell } = await unanswered();
		const delivery = await tell({ behaviour: { result: 1032 } });
		expect((await settle(delivery.id, { as: 'payment', transaction_id: id })).status).toBe(200);
		expect(await desk.read(id)).toMatchObject({ status: 'failed', result_code: 1032, marks: [] });
	});

	it('merge the confirmation of the same money, with its notes', async () => {
		const { id, phone, prompt, tell } = await unanswered();
		const { receipt } = prompt;
		const delivery = await tell();
		await desk.deliver(
			'c2b',
			buildConfirmation({ receipt, phone, at: Date.now(), amount: 1500, reference: 'TYPED' }),
		);
		await desk.settled();
		// The money is booked, so the report needs no decision; it can still complete its request.
		expect(await listUnmatched()).toEqual([]);
		const [byHand] = (await desk.call('GET', `/transactions?search=${receipt}`)).body.data.data;
		const whose = { account_reference: 'KNEC-2026', months: 2, ...REASON };
		await desk.call('POST', '/accounts', { accounts: [whose.account_reference] });
		await desk.call('POST', `/transactions/${byHand.id}/assignments`, whose);
		const back = { kind: 'reversal', amount: 100, at: new Date().toISOString(), ...REASON };
		const noteOn = (one: string) =>
			desk.call('POST', `/transactions/${one}/adjustments`, { ...back, receipt: 'UJ5CARRIED' });
		expect((await noteOn(byHand.id)).status).toBe(201);
		expect((await settle(delivery.id, { as: 'payment', transaction_id: id })).status).toBe(200);
		expect(await desk.read(byHand.id)).toMatchObject({
			id,
			status: 'completed',
			months: 2,
			adjusted: 100,
			assigned_reference: 'KNEC-2026',
		});
		// The receipt is on one payment; after a withdrawal there it can be used again.
		const reversals = async () => {
			const { data } = (await desk.call('GET', `/transactions/${id}/decisions`)).body;
			return (data as Decision[]).filter(({ what }) => what === 'reversal').map((one) => one.id);
		};
		const [noted] = await reversals();
		const withdraw = (one = 0) => desk.call('DELETE', `/decisions/${one}`, REASON);
		await withdraw(noted);
		expect((await noteOn(id)).status).toBe(201);
		// The decision is taken back once nothing rests on it, and both payments are as before.
		expect(await takeBack(delivery.id)).toMatchObject({ status: 409, body: { code: 'in_use' } });
		await withdraw((await reversals()).at(-1));
		expect(await takeBack(delivery.id)).toMatchObject({ status: 200 });
		expect(await desk.read(id)).toMatchObject({ status: 'pending', mpesa_receipt_number: null });
		expect(await desk.read(byHand.id)).toMatchObject({
			id: byHand.id,
			status: 'completed',
			mpesa_receipt_number: receipt,
			assigned_reference: 'KNEC-2026',
		});
	});

	it('are rejected with both values if they do not fit', async () => {
		const { id, tell } = await unanswered();
		const phone = { PhoneNumber: '254799999999', Amount: 1500 };
		const wrong: [object, RegExp][] = [
			[{ behaviour: { amount: 1499 } }, /has the amount KSh 1,499, but we requested KSh 1,500/],
			[{ sent: phone }, /is from phone 254799999999, but the request was sent to 2547/],
		];
		for (const [other, why] of wrong) {
			const delivery = await tell(other);
			const answer = await settle(delivery.id, { as: 'payment', transaction_id: id });
			expect([answer.status, answer.body.error]).toEqual([409, expect.stringMatching(why)]);
			expect((await settle(delivery.id, { as: 'other' })).status).toBe(200);
		}
		const taken = { receipt: 'UJ5TAKEN01', phone: '254799999999', at: Date.now(), amount: 900 };
		const late = await tell({ receipt: taken.receipt });
		await desk.deliver('c2b', buildConfirmation({ ...taken, reference: 'A12' }));
		await desk.settled();
		const answer = await settle(late.id, { as: 'payment', transaction_id: id });
		expect([answer.status, answer.body.error]).toEqual([
			409,
			expect.stringMatching(/belongs to another payment/),
		]);
		expect((await settle(late.id, { as: 'other' })).status).toBe(200);
		expect(await desk.read(id)).toMatchObject({ status: 'pending', checkout_request_id: null });
	});

	it('are known by their receipt, and open again once the decision is taken back', async () => {
		const { prompt, tell } = await unanswered({ account_reference: 'A/B "1"' });
		const { id } = await tell();
		const { receipt } = prompt;
		const hint = async () => (await desk.call('GET', `/receipts/${receipt}`)).body.data.delivery;
		const reported = { at: expect.any(String), amount: 1500, transaction_id: null };
		expect(await hint()).toEqual({ ...reported, settled_as: null });
		const waiting = (await listUnmatched()).length;
		// The address of an earlier release.
		const former = `/transactions/strays/${id}/settle`;
		const sent = { as: 'to_return', ...REASON };
		expect((await desk.call('POST', former, sent)).status).toBe(200);
		expect(await hint()).toEqual({ ...reported, settled_as: 'to_return' });
		expect(await listUnmatched()).toHaveLength(waiting - 1);
		const found = (await desk.call('GET', `/decisions?search=${receipt.toLowerCase()}`)).body.data;
		expect(found).toMatchObject({ total: 1, data: [{ what: 'to_return', receipt, ...REASON }] });
		const both = await Promise.all([takeBack(id), takeBack(id)]);
		expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
		expect(await listUnmatched()).toHaveLength(waiting);
		expect((await settle(id, { as: 'not_ours' })).status).toBe(200);
	});
});
