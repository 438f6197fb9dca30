import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TransactionWithEvidence } from '#shared/contract/finance/evidence.ts';
import { isUnmatched } from '#shared/contract/finance/settlements.ts';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { type Mark, type Status, statuses } from '#shared/contract/finance/transactions-query.ts';
import { buildCallback } from '../../../tools/daraja-simulator/wire.ts';
import { createRandom } from '../../cli/sample-payments.ts';
import { engines } from '../../testing/app.ts';
import { type Desk, decide, listMessages, openDesk } from './fixtures/desk.ts';
import { paymentAt } from './fixtures/payments.ts';
import { storePayments } from './store.ts';

const DAY = 24 * 3_600_000;
const REASON = 'The payer was called: all is well';

describe.each(engines)('marked payments (%s)', (engine) => {
	let desk: Desk;
	/** Payment ids by their mark; '' for those without marks. */
	const ids = new Map<Mark | '', string[]>();
	beforeAll(async () => {
		desk = await openDesk(engine, { timeoutMs: 4_000 });
		const random = createRandom(11);
		const now = Date.now();
		const store = async (mark: Mark | '', status: Status, at: number) => {
			const payment = { ...paymentAt(at, random, status), account_reference: 'MARKS' };
			if (mark === 'receipt_awaited') payment.receipt = null;
			const [made] = await desk.database.write((trx) =>
				storePayments(trx, [[payment, at]], 'request'),
			);
			ids.set(mark, [...(ids.get(mark) ?? []), made?.id ?? '']);
		};
		for (const status of statuses)
			for (let n = 0; n < 5; n++)
				await store('', status, now - n * 60_000 - statuses.indexOf(status));
		for (let n = 2; n < 5; n++) await store('unresolved', 'pending', now - n * DAY);
		for (let n = 2; n < 4; n++) await store('receipt_awaited', 'completed', now - n * DAY - 1);
		const answerWith = async (mark: Mark, other: object) => {
			const { id, prompt } = await desk.waiting();
			await desk.deliver('stk', buildCallback({ ...prompt, behaviour: {}, ...other }, Date.now()));
			ids.set(mark, [id]);
		};
		await answerWith('amount_mismatch', { behaviour: { amount: 1499 } });
		await answerWith('request_mismatch', { merchantRequestId: 'no' });
		const silent = await desk.pay({ push: 'hang' });
		ids.set('unanswered', [silent.body.data.id]);
		await desk.settled();
	});
	afterAll(() => desk.close());

	const list = async (query: string) => {
		const { status, body } = await desk.call('GET', `/transactions?limit=100&${query}`);
		expect(status).toBe(200);
		const csv = await desk.call('GET', `/transactions/export.csv?${query}`);
		expect(String(csv.body).trimEnd().split('\r\n')).toHaveLength(1 + body.data.total);
		expect(body.data.data).toHaveLength(body.data.total);
		return (body.data.data as Transaction[]).map(({ id }) => id);
	};
	const marked = () => [...ids].flatMap(([mark, some]) => (mark === '' ? [] : some));
	const settle = (id: string, reason = REASON, headers?: Record<string, string>) =>
		decide(desk.call, 'seen', 'payment', id, { reason }, headers);
	const settleDeliveries = async (id: string) => {
		const data = await listMessages(desk.call);
		const own = data.filter((one) => one.payment_id === id);
		for (const delivery of own) {
			const sent = { as: 'other', reason: REASON };
			const { status } = await decide(desk.call, 'decided', 'delivery', delivery.id, sent);
			expect(status).toBe(201);
		}
		return own.length;
	};

	it('are filtered by a mark or any, together with other filters', async () => {
		const all = (await list('')).filter((id) => marked().includes(id));
		expect(await list('mark=any')).toEqual(all);
		for (const [mark, some] of ids)
			if (mark) expect([mark, new Set(await list(`mark=${mark}`))]).toEqual([mark, new Set(some)]);
		expect(await list('mark=cents')).toEqual([]);
		expect(await list('mark=unreadable')).toEqual([]);
		expect(await list('mark=any&status=completed')).toEqual([
			...(ids.get('receipt_awaited') ?? []),
		]);
		const [one] = ids.get('unresolved') ?? [];
		const { phone_number } = await desk.read(one ?? '');
		expect(await list(`mark=any&search=${phone_number}`)).toEqual([one]);
		expect(await list(`mark=late_success&search=${phone_number}`)).toEqual([]);
		const page = await desk.call('GET', '/transactions?mark=any&limit=2&page=2');
		expect(page.body.data.data.map(({ id }: Transaction) => id)).toEqual(all.slice(2, 4));
		expect((await desk.call('GET', '/transactions?mark=odd')).status).toBe(422);
	});

	it('leave the list when a person with the permission settles them, which is audited', async () => {
		const editor = await desk.as('editor');
		const finance = await desk.as('finance');
		for (const id of marked()) {
			const before = await desk.read(id);
			const isOfDelivery = before.marks.some((mark) => isUnmatched(mark));
			if (isOfDelivery) {
				expect((await settle(id)).status).toBe(409);
				expect(await settleDeliveries(id)).toBe(1);
				expect(await desk.read(id)).toMatchObject({ status: before.status, marks: [] });
				continue;
			}
			expect((await settle(id, ' ')).body.fields).toEqual({ reason: 'Reason is required' });
			expect((await decide(editor.call, 'seen', 'payment', id, {})).status).toBe(403);
			const key = { 'idempotency-key': `settle-${id}` };
			const call = () => decide(finance.call, 'seen', 'payment', id, { reason: REASON }, key);
			const done = await call();
			expect(done).toMatchObject({ status: 201, body: { data: { transaction_id: id } } });
			const after = await desk.read(id);
			const { status, amount } = before;
			expect(after).toMatchObject({ id, marks: [], status, amount });
			expect((after as never as TransactionWithEvidence).history.at(-1)).toMatchObject({
				cause: 'settled',
				note: REASON,
				actor: expect.stringMatching(/^person:/),
				from: before.status,
				to: before.status,
			});
			expect((await call()).body).toEqual(done.body);
			expect((await settle(id)).status).toBe(409);
			const { body } = await desk.call('GET', '/audit?action=settle&limit=1');
			expect(body.data.data[0]).toMatchObject({
				item: { kind: 'transaction', id },
				details: { marks: before.marks.join(', '), reason: REASON },
			});
		}
		expect(await list('mark=any')).toEqual([]);
		expect((await desk.call('GET', '/statistics/trends')).body.data).toMatchObject({
			marked: 0,
			unmatched: 0,
		});
		expect((await settle('nobody')).status).toBe(404);
		const [well] = ids.get('') ?? [];
		expect((await settle(well ?? '')).status).toBe(409);
	});

	it('come back with a later delivery', async () => {
		const [id = ''] = ids.get('amount_mismatch') ?? [];
		const { checkout_request_id } = await desk.read(id);
		const prompt = desk.simulator.prompts.get(checkout_request_id ?? '');
		if (!prompt) throw new Error('no prompt');
		await desk.deliver('stk', buildCallback({ ...prompt, behaviour: { amount: 1 } }, Date.now()));
		await desk.settled();
		expect(await list('mark=any')).toEqual([id]);
		// The message is what needs a decision, so that the payment does not count as well.
		const trends = (await desk.call('GET', '/statistics/trends')).body.data;
		expect(trends).toMatchObject({ marked: 0, unmatched: 1 });
		const { totals } = (await desk.call('GET', '/transactions/to-check')).body.data;
		expect(totals).toMatchObject({ marked: 0, unmatched: 1 });
		// Completed by a query, without a receipt.
		prompt.behaviour = { copies: 0 };
		await desk.simulator.decide(prompt.checkoutRequestId);
		expect(await settleDeliveries(id)).toBe(1);
		await desk.call('POST', `/transactions/${id}/check`);
		expect(await desk.read(id)).toMatchObject({ status: 'completed', marks: ['receipt_awaited'] });
		expect(await list('mark=receipt_awaited')).toEqual([id]);
	});
});
