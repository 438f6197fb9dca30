import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditRow } from '#shared/contract/platform/audit.ts';
import { someEngines } from '../../testing/app.ts';
import { type Desk, openDesk } from './fixtures/desk.ts';

describe.each(someEngines)('the audit trail of a payment (%s)', (engine) => {
	let desk: Desk;
	beforeAll(async () => {
		desk = await openDesk(engine);
	});
	afterAll(() => desk.close());

	const trail = async (id: string) =>
		(await desk.call('GET', `/audit?item_id=${id}`)).body.data.data.toReversed() as AuditRow[];
	const phone_number = '0712345678';

	it('names the requester, M-Pesa’s answers, and the changes', async () => {
		const { body, headers } = await desk.pay({}, { phone_number });
		const { id } = body.data;
		await desk.until(id, ({ status }) => status === 'completed');
		const [asked, accepted, paid] = await trail(id);
		expect(asked).toMatchObject({
			action: 'request',
			actor: { kind: 'person', role: 'admin' },
			request_id: headers['x-request-id'],
			after: { status: 'pending', amount: 1500, phone: '*********678' },
		});
		expect(accepted).toMatchObject({
			action: 'update',
			actor: { kind: 'person', role: 'admin' },
			before: { checkout_request_id: null },
			after: { checkout_request_id: expect.stringMatching(/^ws_CO_\*+\d{3}$/) },
			details: { cause: 'answer', message: expect.any(Number) },
		});
		expect(paid).toMatchObject({
			action: 'update',
			actor: { kind: 'system', id: 'mpesa', name: 'M-Pesa' },
			address: '127.0.0.1',
			before: { status: 'pending', receipt: null },
			after: { status: 'completed' },
			details: { cause: 'callback' },
		});
	});

	it('names who sent a status query, also if nothing changes', async () => {
		const { body } = await desk.pay({ payerMs: 'never' });
		await desk.call('POST', `/transactions/${body.data.id}/check`);
		const checks = (await trail(body.data.id)).filter(({ action }) => action === 'check');
		expect(checks).toEqual([
			expect.objectContaining({
				before: null,
				after: null,
				actor: expect.objectContaining({ kind: 'person', role: 'admin' }),
			}),
		]);
	});

	it('has a row per history entry, without phones and request ids', async () => {
		await desk.settled();
		const { read } = desk.database;
		const events = await read.selectFrom('payment_events').selectAll().execute();
		const rows = await read
			.selectFrom('audit_log')
			.selectAll()
			.where('item_kind', '=', 'transaction')
			.execute();
		expect(rows.filter(({ action }) => action !== 'check')).toHaveLength(events.length);
		const text = JSON.stringify(rows.map(({ id, item_id, request_id, actor, at, ...row }) => row));
		expect(text).not.toMatch(/\d{9}/);
	});
});
