import { expect, it } from 'vitest';
import { onEveryEngine } from '../../testing/app.ts';
import { deleteDevicesJob } from './delete-unused.ts';

const LONG_AGO = '2026-01-01T00:00:00.000Z';

onEveryEngine('the job that deletes what learners no longer use', (site) => {
	it('keeps accounts with a grant, a device or code that is used, and recent ones', async () => {
		const { anyone, call, database } = site();
		const make = async () => (await anyone('POST', '/v1/devices', {})).body.data;
		const [unused, granted, coded, recent, gone] = [
			await make(),
			await make(),
			await make(),
			await make(),
			await make(),
		];
		const grant = { months: 1, reason: 'Test' };
		await call('POST', `/accounts/${granted.account}/grants`, grant);
		const makeCode = async () =>
			(await call('POST', `/accounts/${coded.account}/codes`)).body.data.code as string;
		const [code] = [await makeCode(), await makeCode()];
		expect((await anyone('POST', '/v1/devices', { account: coded.account, code })).status).toBe(
			201,
		);
		const claim = { receipt: 'UKLA999999', phone_number: '0712345678' };
		const headers = { authorization: `Bearer ${recent.token}` };
		expect((await anyone('POST', '/v1/claims', claim, headers)).status).toBe(404);
		await database.write(async (trx) => {
			await trx
				.updateTable('learner_devices')
				.set({ seen_at: LONG_AGO })
				.where('account', 'in', [unused.account, granted.account])
				.execute();
			await trx.deleteFrom('learner_devices').where('account', '=', gone.account).execute();
			await trx
				.updateTable('accounts')
				.set({ created_at: LONG_AGO })
				.where('account', '<>', recent.account)
				.execute();
			await trx.updateTable('learner_codes').set({ until: LONG_AGO }).execute();
			await trx.updateTable('learner_claims').set({ at: LONG_AGO }).execute();
		});
		expect(await deleteDevicesJob(database).run(new AbortController().signal)).toBe(
			'1 devices and 2 accounts forgotten',
		);
		const { read } = database;
		const devices = await read.selectFrom('learner_devices').select('account').execute();
		expect(devices.map(({ account }) => account).sort()).toEqual(
			[granted.account, coded.account, coded.account, recent.account].sort(),
		);
		const accounts = await read.selectFrom('accounts').select('account').execute();
		expect(accounts.map(({ account }) => account).sort()).toEqual(
			[granted.account, coded.account, recent.account].sort(),
		);
		const codes = await read.selectFrom('learner_codes').select('used_at').execute();
		expect(codes).toEqual([{ used_at: expect.any(String) }]);
		expect(await read.selectFrom('learner_claims').selectAll().execute()).toEqual([]);
	});
});
