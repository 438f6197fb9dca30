import { expect, it } from 'vitest';
import { makeAccountNumber } from '#shared/account.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { storePayments } from './store.ts';

onEveryEngine('accounts that staff make', (site) => {
	const make = (accounts: unknown, headers?: Record<string, string>) =>
		site().call('POST', '/accounts', { accounts }, headers);

	/** Stores payments by hand of KSh 500 for what was typed; returns their ids. */
	const pay = async (references: readonly string[]) => {
		const known = { origin: 'c2b', status: 'completed', amount: 500 } as const;
		const rows = await site().database.write((trx) =>
			storePayments(
				trx,
				references.map((account_reference) => [{ ...known, account_reference }, Date.now()]),
				'confirmation',
			),
		);
		return rows.map(({ id }) => id);
	};

	it('are stored in comparable form, once, with one audit row', async () => {
		const number = makeAccountNumber(0.5);
		const accounts = ['ADM/2024-17', 'adm/202417', number, '0712 345 678'];
		const key = { 'idempotency-key': 'accounts' };
		const first = await make(accounts, key);
		expect(first.status).toBe(201);
		expect(first.body.data).toEqual({ made: ['adm/202417', number], known: ['254712345678'] });
		expect((await make(accounts, key)).body).toEqual(first.body);
		expect((await make([number, 'ADM999'])).body.data).toEqual({
			made: ['adm999'],
			known: [number],
		});
		const { body } = await site().call('GET', '/audit?item_kind=account');
		expect(body.data.data).toMatchObject([
			{ action: 'create', item: { name: '1 account' }, details: { accounts: ['adm999'] } },
			{ item: { name: '2 accounts' }, details: { accounts: [number, 'adm/202417'] } },
		]);
	});

	it('are refused together with each reason and similar accounts', async () => {
		const number = makeAccountNumber(0.637);
		await make([number]);
		const wrong = number.slice(0, 8) + ((Number(number[8]) + 1) % 10);
		const { status, body } = await make(['ADM777', wrong, 'fees', '']);
		expect(status).toBe(422);
		expect(Object.keys(body.fields)).toEqual(['accounts.1', 'accounts.2', 'accounts.3']);
		expect(body.data.refused).toMatchObject([
			{ account: wrong, why: expect.stringMatching(/check digit/i), did_you_mean: [number] },
			{ account: 'fees', did_you_mean: [] },
			{ account: '' },
		]);
		expect((await make(['ADM777'])).body.data.made).toEqual(['adm777']);
		for (const accounts of [[], Array(1_001).fill('ADM1'), 'ADM1', [1]])
			expect((await make(accounts)).status).toBe(422);
	});

	it('are listed, and ended unless something rests on them', async () => {
		await make(['END/100', 'END/200']);
		const list = async (query: string) =>
			(await site().call('GET', `/accounts?${query}`)).body.data;
		expect(await list('search=END%20%2F1')).toMatchObject({
			total: 1,
			data: [
				{
					account: 'end/100',
					made_by: expect.stringMatching(/^admin/),
					open: false,
					until: null,
					devices: 0,
				},
			],
		});
		expect(await list('search=end&limit=1')).toMatchObject({ total: 2, data: [{}] });
		const grant = { months: 1, reason: 'Test' };
		await site().call('POST', '/accounts/end%2F100/grants', grant);
		expect((await list('search=end/100')).data[0].open).toBe(true);
		const end = (account: string) => site().call('DELETE', `/accounts/${account}`);
		expect(await end('end%2F100')).toMatchObject({
			status: 409,
			body: { code: 'in_use', data: { grants: 1 } },
		});
		expect((await end('END%2F200')).status).toBe(200);
		expect((await end('END%2F200')).status).toBe(404);
		expect(await list('search=end')).toMatchObject({ total: 1 });
		const refused = await site().call('POST', '/accounts/END%2F200/grants', grant);
		expect(refused).toMatchObject({ status: 422, body: { code: 'unknown_account' } });
	});

	it('change why their payments wait, and end with their codes', async () => {
		const { call } = site();
		const [id] = await pay(['WAIT 300']);
		const read = async () => (await call('GET', `/transactions/${id}`)).body.data.to_assign;
		expect(await read()).toBe('unknown_account');
		const code = () => call('POST', '/accounts/WAIT%20300/codes');
		expect(await code()).toMatchObject({ status: 422, body: { code: 'unknown_account' } });
		await make(['WAIT/300', 'WAIT300']);
		expect(await read()).toBe('no_plan');
		const made = (await code()).body.data.code as string;
		expect((await call('DELETE', '/accounts/WAIT300')).status).toBe(200);
		expect(await read()).toBe('unknown_account');
		await make(['WAIT300']);
		const signIn = await site().anyone('POST', '/v1/devices', { account: 'WAIT300', code: made });
		expect(signIn).toMatchObject({ status: 404, body: { code: 'no_match' } });
	});

	it('do not end while a payment is assigned to them at the same moment', async () => {
		const { call, database } = site();
		const ids = await pay(Array(10).fill('fees'));
		await make(ids.map((_, n) => `RACE50${n}`));
		for (const [n, id] of ids.entries()) {
			const assignment = { account_reference: `RACE50${n}`, months: 1, reason: 'Test' };
			const [assigned, ended] = await Promise.all([
				call('POST', `/transactions/${id}/assignments`, assignment),
				call('DELETE', `/accounts/RACE50${n}`),
			]);
			expect([assigned.status, ended.status].join()).toMatch(/^(201,409|422,200)$/);
		}
		const lost = await database.read
			.selectFrom('payments')
			.select('id')
			.where('account', 'like', 'race%')
			.where('account', 'not in', (eb) => eb.selectFrom('accounts').select('account'))
			.execute();
		expect(lost).toEqual([]);
	});
});
