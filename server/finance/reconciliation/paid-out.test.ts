import { describe, expect, it } from 'vitest';
import type { ReconciliationLine } from '#shared/contract/finance/reconciliation.ts';
import { someEngines } from '../../testing/app.ts';
import { csvOf, newerName, newerRows, orgRows } from '../mpesa/fixtures/statements.ts';
import { storePayments } from '../payments/store.ts';
import { openDesk, paid, receiptOf, sendStatement, whole } from './fixtures/desk.ts';
import { DAY, ORG, START } from './fixtures/october.ts';

const at = (day: number) => START + day * DAY + 9 * 3_600_000;
const out = whole([
	{
		...{ receipt: receiptOf(1), at: at(1), withdrawn: 300 },
		what: 'Business Payment to Customer to 254722000111 - MWIZI KAMAU',
	},
	{
		...{ receipt: receiptOf(2), at: at(2), withdrawn: 200.5 },
		what: 'Business Pay Bill to 888880 - KPLC PREPAID',
	},
	{
		...{ receipt: receiptOf(3), at: at(3), withdrawn: 100 },
		what: 'Utility Account to Organization Settlement Account',
	},
	{ receipt: receiptOf(4), at: at(4), withdrawn: 50, what: 'Agency Withdrawal of funds to Bank' },
	{ receipt: receiptOf(5), at: at(5), withdrawn: 5, what: 'Business Payment to Customer Charge' },
]);

describe.each(someEngines)('money that was paid out (%s)', (engine) => {
	it.each([
		['legacy', ORG, csvOf(orgRows(out))],
		['newer', newerName(out), csvOf(newerRows(out))],
	])('is open until a person gives a reason: %s template', async (_, name, content) => {
		const { call, close, ...site } = await openDesk(engine, START + 33 * DAY);
		expect((await sendStatement(site, name, content)).status).toBe(201);
		const month = async () => (await call('GET', '/reconciliation?month=2026-10')).body.data;
		const openLines = async (): Promise<ReconciliationLine[]> =>
			(await call('GET', '/reconciliation/lines?month=2026-10&state=open')).body.data.data;
		const before = await month();
		expect(before).toMatchObject({
			statement: { out: 555.5 },
			difference: 0,
			explained: 0,
			unexplained: 0,
			states: {
				paid_out: { count: 2, amount: 500.5 },
				sweep: { count: 2, amount: 150 },
				charge: { count: 1, amount: 5 },
			},
		});
		expect((await call('POST', '/periods/2026-10/close', {})).body.data.left[0]).toMatchObject({
			...{ kind: 'unexplained', count: 2, amount: 500.5 },
		});
		const lines = await openLines();
		expect(lines.map(({ state, reason }) => [state, reason])).toEqual([
			['paid_out', 'KSh 200.50 was paid out. Give a reason for it.'],
			['paid_out', 'KSh 300 was paid out. Give a reason for it.'],
		]);
		const paths = lines.map(({ id }) => `/reconciliation/lines/${id}`);
		for (const path of paths) {
			expect((await call('POST', `${path}/book`, {})).status).toBe(409);
			expect((await call('POST', `${path}/settle`, { as: 'other', reason: ' ' })).status).toBe(422);
			const why = { as: 'other', reason: 'Refund agreed by phone' };
			expect((await call('POST', `${path}/settle`, why)).status).toBe(200);
		}
		expect(await month()).toMatchObject({
			statement: { out: 555.5 },
			unexplained: 0,
			states: { paid_out: { count: 0 }, settled: { count: 2, amount: 500.5 } },
		});
		for (const path of paths) expect((await call('DELETE', `${path}/decision`)).status).toBe(200);
		expect(await month()).toEqual(before);
		// Recorded as a refund of a payment, the line is explained, and counts once.
		const [, refunded] = paths;
		const [payment] = await site.database.write((trx) =>
			storePayments(trx, [paid(receiptOf(9), at(0), 1000)], 'callback'),
		);
		const attach = (reason: string) =>
			call('POST', `${refunded}/attach`, { transaction_id: payment?.id, reason });
		expect(await attach('Refund agreed by phone')).toMatchObject({ status: 201 });
		expect((await call('GET', `/transactions/${payment?.id}`)).body.data).toMatchObject({
			adjusted: 300,
			decisions: [{ what: 'refund', amount: 300, receipt: receiptOf(1) }],
		});
		expect((await attach('Again')).status).toBe(409);
		expect((await call('POST', `${refunded}/settle`, { as: 'other', reason: 'x' })).status).toBe(
			409,
		);
		expect((await openLines()).map(({ state }) => state)).not.toContain('only_statement');
		expect((await month()).states).toMatchObject({
			paid_out: { count: 1, amount: 200.5 },
			reversed: { count: 1, amount: 300 },
		});
		expect((await call('DELETE', `${refunded}/decision`)).status).toBe(200);
		expect((await month()).states.paid_out.count).toBe(2);
		await close();
	});
});
