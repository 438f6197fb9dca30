import { describe, expect, it } from 'vitest';
import { someEngines } from '../../testing/app.ts';
import { readPack } from '../periods/pack.ts';
import { makeMonth, receiptOf, sendStatement } from '../reconciliation/fixtures/desk.ts';
import { ORG, START } from '../reconciliation/fixtures/october.ts';

describe.each(someEngines)('a payment that is written off (%s)', (engine) => {
	it('leaves revenue, books and access, stays listed, and counts again when taken back', async () => {
		const { file, month, close, call, ...site } = await makeMonth(engine);
		await sendStatement(site, ORG, file);
		const [payment] = (await call('GET', `/transactions?search=${receiptOf(1)}`)).body.data.data;
		const { id, amount } = payment;
		const path = `/transactions/${id}`;
		const assignment = { account_reference: 'A123', months: 3, reason: 'Asked' };
		await call('POST', '/accounts', { accounts: ['A123'] });
		await call('POST', `${path}/assignments`, assignment);
		const read = async () => ({
			statistics: (await call('GET', '/statistics')).body.data,
			month: await month(),
			access: (await call('GET', '/accounts/A123')).body.data,
			exceptions: (await readPack(site.database.read, '2026-10', START)).exceptions,
			total: (await call('GET', '/transactions')).body.data.total,
			completed: (await call('GET', '/transactions?status=completed')).body.data.total,
		});
		const before = await read();
		const sent = { as: 'test', reason: 'Our own test' };
		const answer = await call('POST', `${path}/write-off`, sent);
		expect(answer.status).toBe(201);
		expect(answer.body.data).toMatchObject({ status: 'written_off', written_off: 'test' });
		const after = await read();
		expect(after.statistics.totalAmount).toBe(before.statistics.totalAmount - amount);
		expect(after.month.books.in).toBe(before.month.books.in - amount);
		expect(after.month.explained).toBe(before.month.explained + amount);
		expect(after.month.unexplained).toBe(before.month.unexplained);
		const counted = ({ receipt }: { receipt: string }) => receipt === receiptOf(1);
		expect(after.access.payments.find(counted)).toMatchObject({
			counts: false,
			why: 'written_off',
		});
		expect([after.total, after.completed]).toEqual([before.total, before.completed - 1]);
		const row = after.exceptions.find(({ receipt }) => receipt === receiptOf(1));
		expect(row).toMatchObject({ state: 'settled', decision: { reason: 'Our own test' } });
		const found = (await call('GET', `/transactions?search=${receiptOf(1)}`)).body.data;
		expect(found.data).toMatchObject([{ id, written_off: 'test' }]);
		expect((await call('POST', `${path}/write-off`, sent)).status).toBe(409);
		const refund = { kind: 'refund', amount: 1, at: '2026-10-20', reason: 'No' };
		expect((await call('POST', `${path}/adjustments`, refund)).status).toBe(409);

		const decision = row?.decision?.id;
		await call('DELETE', `/decisions/${decision}`, { reason: 'Mistake' });
		expect(await read()).toEqual(before);
		await close();
	});
});
