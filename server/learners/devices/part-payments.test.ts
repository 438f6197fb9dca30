import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAllStateDifferences } from '../../finance/payments/refresh-all.ts';
import { engines } from '../../testing/app.ts';
import { type Learners, openLearners } from './fixtures/learners.ts';

describe.each(engines)('part payments (%s)', (engine) => {
	let learners: Learners;
	let desk: Learners['desk'];
	beforeAll(async () => {
		learners = await openLearners(engine);
		({ desk } = learners);
	});
	afterAll(() => desk.close());

	/** Makes an account with payments by hand that are no price of a plan; returns their ids, oldest first. */
	const payInParts = async (...amounts: number[]) => {
		const learner = await learners.device();
		const ids: string[] = [];
		for (const amount of amounts) {
			learners.clock.offset += 60_000;
			ids.push(await learners.findId(await learners.payByHand(learner.account, amount)));
		}
		return { learner, ids };
	};
	const assign = (ids: readonly string[], more: object = {}, headers?: Record<string, string>) =>
		desk.call(
			'POST',
			'/transactions/assignments',
			{
				...{ ids, together: true, reason: 'Paid in parts' },
				...more,
			},
			headers,
		);
	const read = async (id: string) => (await desk.call('GET', `/transactions/${id}`)).body.data;
	const expectStored = async () =>
		expect(await Array.fromAsync(findAllStateDifferences(desk.database.read))).toEqual([]);

	it('are proposed, open the account together, and are taken back together', async () => {
		const { learner, ids } = await payInParts(300, 300);
		const { data } = (await desk.call('GET', '/transactions/to-check?kind=unassigned')).body.data;
		for (const id of ids) {
			const entry = data.find((each: { transaction_id: string }) => each.transaction_id === id);
			expect(entry.suggestions[0]).toMatchObject({
				...{ act: 'assignment', account_reference: learner.account, months: 1 },
				text: expect.stringMatching(/^With KSh 300 of .+: 1 month\.$/),
				ids: expect.arrayContaining(ids),
			});
			const { body } = await desk.call('GET', `/transactions/${id}/suggestions`);
			expect(body.data[0].ids).toHaveLength(2);
		}
		const key = { 'idempotency-key': 'parts' };
		const { status, body } = await assign(ids, {}, key);
		expect({ status, data: body.data }).toMatchObject({ status: 200, data: { done: 2 } });
		expect(await learner.access()).toMatchObject({
			open: true,
			payments: [
				{ amount: 300, months: 1, counts: true, why: null },
				{ amount: 300, months: null, counts: true, why: null },
			],
		});
		expect((await assign(ids, {}, key)).body).toEqual(body);
		await expectStored();
		const [decision] = (await read(ids[0] as string)).decisions;
		const reason = { reason: 'Mistake' };
		expect((await desk.call('DELETE', `/decisions/${decision.id}`, reason)).status).toBe(200);
		expect(await learner.open()).toBe(402);
		for (const id of ids) expect(await read(id)).toMatchObject({ to_assign: 'no_plan' });
		const again = (await assign(ids)).body.data;
		expect(await learner.open()).toBe(200);
		const undone = await desk.call('POST', `/operations/${again.operation}/undo`);
		expect(undone.body.data).toMatchObject({ done: 2, failed: 0 });
		expect(await learner.open()).toBe(402);
		await expectStored();
	});

	it('open nothing once a part is given back in full or assigned again', async () => {
		const { learner, ids } = await payInParts(100, 500);
		const other = await learners.device();
		const { operation } = (await assign(ids)).body.data;
		const at = new Date(Date.now() + learners.clock.offset).toISOString();
		const back = { kind: 'reversal', amount: 100, at, reason: 'Test' };
		const path = `/transactions/${ids[0]}`;
		const returned = await desk.call('POST', `${path}/adjustments`, back);
		expect(await learner.access()).toMatchObject({
			open: false,
			payments: [{ why: 'no_plan' }, { why: 'given_back' }],
		});
		await expectStored();
		const taken = returned.body.data.decisions.at(-1).id;
		await desk.call('DELETE', `/decisions/${taken}`, { reason: 'Mistake' });
		expect(await learner.open()).toBe(200);
		const elsewhere = { account_reference: other.account, reason: 'Test' };
		await desk.call('POST', `${path}/assignments`, elsewhere);
		expect(await learner.open()).toBe(402);
		const undone = (await desk.call('POST', `/operations/${operation}/undo`)).body.data;
		expect(undone.results).toMatchObject([{ code: 'changed' }, { code: 'changed' }]);
		await expectStored();
	});

	it('are refused unless they make the price of a plan, for one account', async () => {
		const { ids } = await payInParts(300, 200);
		const { learner, ids: others } = await payInParts(300, 600);
		const refuse = async (some: readonly unknown[], more?: object) => {
			const { status, body } = await assign(some as string[], more);
			return [status, Object.keys(body.fields ?? {}).join()];
		};
		expect(await refuse(ids)).toEqual([422, 'ids']);
		expect(await refuse(ids.slice(0, 1))).toEqual([422, 'ids']);
		expect(await refuse([ids[0], others[0]])).toEqual([422, 'ids']);
		// One that opens something already is no part.
		expect(await refuse(others)).toEqual([422, 'ids']);
		const named = { account_reference: learner.account };
		expect(await refuse([ids[0], others[0]], { ...named, months: 3 })).toEqual([422, 'months']);
		const fees = { account_reference: 'Fees' };
		expect(await refuse([ids[0], others[0]], fees)).toEqual([422, 'account_reference']);
		expect((await assign([ids[0], others[0]] as string[], named)).body.data.done).toBe(2);
	});
});
