import { expect, it } from 'vitest';
import { makeAccountNumber } from '#shared/account.ts';
import { onEveryEngine } from '../../testing/app.ts';

onEveryEngine('accounts that staff make', (site) => {
	const make = (accounts: unknown, headers?: Record<string, string>) =>
		site().call('POST', '/accounts', { accounts }, headers);

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
});
