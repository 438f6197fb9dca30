import { describe, expect, it } from 'vitest';
import { engines } from '../../testing/app.ts';
import { makeMonth } from '../reconciliation/fixtures/desk.ts';

describe.each(engines)('an entry of To check that was seen (%s)', (engine) => {
	it('leaves the list until that is taken back, and changes no figure', async () => {
		const { payments, call, close, database } = await makeMonth(engine);
		const list = async (kind: string) =>
			(await call('GET', `/transactions/to-check?kind=${kind}`)).body.data.data;
		const see = (kind: string, id: string) =>
			call('POST', '/decisions', { what: 'seen', about: { kind, id }, reason: 'Known' });
		const month = '/periods/2026-10';
		const closed = await call('POST', `${month}/close`, { override_reason: 'Test' });
		expect(closed.status).toBe(200);
		const path = `/transactions/${payments[0]?.id}`;
		await call('POST', `${path}/write-off`, { as: 'test', reason: 'Our own' });
		const changed = async () => (await call('GET', month)).body.data.changed_since;
		const before = await changed();
		const [entry] = await list('changed_after_closing');
		expect(entry).toMatchObject({
			...{ month: '2026-10', acts: ['seen'] },
			change_id: expect.stringMatching(/^2026-10:/),
		});
		const seen = await see('change', entry.change_id);
		expect(seen).toMatchObject({ status: 201, body: { data: { what: 'seen', reason: 'Known' } } });
		expect(await list('changed_after_closing')).toEqual([]);
		expect(await changed()).toEqual(before);
		expect((await see('change', entry.change_id)).status).toBe(409);
		expect((await see('change', '2026-10:a0')).status).toBe(404);
		const { id } = seen.body.data;
		expect((await call('DELETE', `/decisions/${id}`, { reason: 'Mistake' })).status).toBe(200);
		expect(await list('changed_after_closing')).toMatchObject([{ change_id: entry.change_id }]);
		const wrong = { what: 'same', about: { kind: 'change', id: entry.change_id }, reason: 'No' };
		expect((await call('POST', '/decisions', wrong)).status).toBe(422);

		const at = '2026-10-02T00:00:00.000Z';
		const made = { made_by: 'system:upgrade', made_name: 'Upgrade', created_at: at };
		await database.write((trx) =>
			trx
				.insertInto('accounts')
				.values({ account: 'fees', ...made, closed_at: at })
				.execute(),
		);
		expect(await list('closed_account')).toMatchObject([
			{ account: 'fees', text: expect.stringContaining('“FEES” cannot be an account') },
		]);
		expect((await see('account', 'FEES')).status).toBe(201);
		expect(await list('closed_account')).toEqual([]);
		expect((await see('account', 'FEES')).status).toBe(409);
		expect((await see('account', '254712345678')).status).toBe(404);
		expect((await see('line', payments[0]?.id ?? '')).status).toBe(422);
		await close();
	});
});
