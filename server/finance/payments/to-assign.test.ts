import { beforeAll, expect, it } from 'vitest';
import type { ToAssign } from '#shared/contract/finance/transactions-query.ts';
import { onSomeEngines } from '../../testing/app.ts';
import { type NewPayment, storePayments } from './store.ts';

const AT = Date.UTC(2026, 9, 1, 9);

onSomeEngines('an unassigned payment', (site) => {
	const ids: Record<string, string> = {};
	const payments: Record<string, Partial<NewPayment>> = {
		known: { account_reference: '0712 345 678' },
		same: { account_reference: '0712345678', months: 1, origin: 'stk' },
		fresh: { account_reference: 'UF2' },
		nameless: { account_reference: null, origin: 'statement' },
		asked: { account_reference: 'UF3', origin: 'stk', months: 3 },
		fees: { account_reference: 'Exam fees', origin: 'stk' },
		failed: { account_reference: 'UF4', status: 'failed' },
		returned: { account_reference: 'UF5' },
		partly: { account_reference: 'UF6' },
		assigned: { account_reference: 'UF7' },
	};
	beforeAll(async () => {
		let n = 0;
		for (const [name, fields] of Object.entries(payments)) {
			const at = AT + ++n * 60_000;
			const payment = {
				origin: 'c2b',
				status: 'completed',
				amount: 1500,
				receipt: `UJ1${String(n).padStart(7, '0')}`,
				paid_at: new Date(at).toISOString(),
				...fields,
			} as NewPayment;
			const [made] = await site().database.write((trx) =>
				storePayments(trx, [[payment, at]], 'confirmation'),
			);
			ids[name] = made?.id ?? '';
		}
		const note = (name: string, what: string, body: object) =>
			site().call('POST', `/transactions/${ids[name]}/${what}`, { reason: 'Called', ...body });
		const back = { kind: 'refund', at: '2026-10-05' };
		await note('returned', 'adjustments', { ...back, amount: 1500 });
		await note('partly', 'adjustments', { ...back, amount: 500 });
		await site().call('POST', '/accounts', { accounts: ['UF8001'] });
		await note('assigned', 'assignments', { account_reference: 'UF8001', months: 1 });
	});

	const read = async (name: string) =>
		(await site().call('GET', `/transactions/${ids[name]}`)).body.data;
	const listed = async (query: string) => {
		const { body } = await site().call('GET', `/transactions?${query}`);
		expect(body.data.data).toHaveLength(body.data.total);
		return (body.data.data as { id: string }[]).map(({ id }) =>
			Object.keys(ids).find((name) => ids[name] === id),
		);
	};
	const trends = async () => (await site().call('GET', '/statistics/trends')).body.data;

	it('says why it waits: no account, an account that does not exist, or an amount without a plan', async () => {
		const expected: Record<string, ToAssign | null> = {
			...{ known: 'no_plan', same: null, fresh: 'unknown_account', nameless: 'no_account' },
			...{
				asked: 'unknown_account',
				fees: null,
				failed: null,
				returned: null,
				partly: 'unknown_account',
				assigned: null,
			},
		};
		for (const [name, to_assign] of Object.entries(expected))
			expect([name, (await read(name)).to_assign]).toEqual([name, to_assign]);
	});

	it('is found by the filter, alone and with others, and counted for the dashboard', async () => {
		expect(await listed('to_assign=any')).toEqual([
			'partly',
			'asked',
			'nameless',
			'fresh',
			'known',
		]);
		expect(await listed('to_assign=unknown_account')).toEqual(['partly', 'asked', 'fresh']);
		expect(await listed('to_assign=any&search=UF2')).toEqual(['fresh']);
		expect(await listed('to_assign=any&status=failed')).toEqual([]);
		expect(await trends()).toMatchObject({ unassigned: 5, unknown_accounts: 3 });
		const csv = await site().call('GET', '/transactions/export.csv?to_assign=any');
		expect(String(csv.body).trimEnd().split('\r\n')).toHaveLength(6);
		expect((await site().call('GET', '/transactions?to_assign=x')).status).toBe(422);
	});

	it('leaves the list once it is assigned, and returns when that is withdrawn', async () => {
		const path = `/transactions/${ids.fresh}/assignments`;
		const { body } = await site().call('POST', path, {
			account_reference: 'UF8001',
			reason: 'Called',
		});
		expect(body.data.to_assign).toBeNull();
		expect(await trends()).toMatchObject({ unassigned: 4, unknown_accounts: 2 });
		const [{ id }] = body.data.decisions;
		await site().call('DELETE', `/decisions/${id}`, { reason: 'Wrong' });
		expect((await read('fresh')).to_assign).toBe('unknown_account');
		expect(await trends()).toMatchObject({ unassigned: 5, unknown_accounts: 3 });
	});
});
