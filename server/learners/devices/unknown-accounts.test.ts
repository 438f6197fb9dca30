import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../testing/app.ts';
import { type Learners, openLearners } from './fixtures/learners.ts';

describe.each(engines)('accounts that nobody made (%s)', (engine) => {
	let learners: Learners;
	let desk: Learners['desk'];
	beforeAll(async () => {
		learners = await openLearners(engine);
		({ desk } = learners);
	});
	afterAll(() => desk.close());

	it('are not made by requests of staff, paid or not', async () => {
		const fees = { account_reference: 'Fees', months: 1, amount: 600 };
		const ask = (result: number) =>
			desk.call('POST', '/payments', desk.request({ result, payerMs: 1 }, fees));
		const statuses = () =>
			desk.database.read
				.selectFrom('payments')
				.select('status')
				.where('account', '=', 'fees')
				.orderBy('seq')
				.execute();
		expect((await ask(1032)).status).toBe(202);
		expect((await ask(0)).status).toBe(202);
		await expect.poll(statuses).toEqual([{ status: 'failed' }, { status: 'completed' }]);
		await learners.payByHand('FEES');
		const { body } = await desk.call('GET', '/accounts/fees');
		expect(body.data).toMatchObject({
			open: false,
			until: null,
			payments: [{ why: 'unassigned' }, { why: 'unassigned' }],
		});
		// The paid request waits for a person like a payment by hand, until it is checked.
		const waiting = async () =>
			(await desk.call('GET', '/transactions/to-check?kind=unassigned')).body.data.data;
		const asked = (await waiting()).find(({ account }: { account: string }) => account === 'Fees');
		expect(asked.acts).toContain('seen');
		const id = asked.transaction_id;
		const { body: listed } = await desk.call('GET', '/transactions?to_assign=unknown_account');
		expect(listed.data.total).toBe(2);
		const seen = await desk.call('POST', '/decisions', {
			what: 'seen',
			about: { kind: 'payment', id },
			reason: 'Exam fees',
		});
		expect(seen.status).toBe(201);
		expect(await waiting()).toMatchObject([{ account: 'FEES' }]);
		const { account } = await learners.device();
		const wrong = account.slice(0, 8) + ((Number(account[8]) + 1) % 10);
		const mistyped = desk.request({}, { account_reference: wrong });
		expect(await desk.call('POST', '/payments', mistyped)).toMatchObject({
			status: 422,
			body: { code: 'unknown_account', data: { did_you_mean: [account] } },
		});
	});
});
