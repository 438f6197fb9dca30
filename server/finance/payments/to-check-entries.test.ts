import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ToCheckItem } from '#shared/contract/finance/to-check.ts';
import { buildCallback, buildConfirmation } from '../../../tools/daraja-simulator/wire.ts';
import { engines } from '../../testing/app.ts';
import { csvOf, orgRows } from '../mpesa/fixtures/statements.ts';
import { sendStatement } from '../reconciliation/fixtures/desk.ts';
import { type Desk, decide, openDesk } from './fixtures/desk.ts';

const AT = Date.parse('2026-02-03T09:00:00Z');
const REASON = { reason: 'Seen in the portal' };

describe.each(engines)('entries to check (%s)', (engine) => {
	let desk: Desk;
	let made = 0;
	beforeAll(async () => {
		desk = await openDesk(engine);
	});
	afterAll(() => desk.close());

	const read = async (kind: string) =>
		(await desk.call('GET', `/transactions/to-check?limit=100&kind=${kind}`)).body.data as {
			data: ToCheckItem[];
			total: number;
		};
	const confirm = (fields: object = {}) => ({
		...buildConfirmation({
			receipt: `UB3CHECK${String(++made).padStart(2, '0')}`,
			...{ amount: 700, at: AT + made * 60_000, phone: '254711222333', reference: 'JANE' },
		}),
		...fields,
	});
	const tell = async (kind: 'stk' | 'c2b', body: object) => {
		await desk.deliver(kind, body);
		await desk.settled();
	};
	const settle = (id: number | null, as: string) =>
		decide(desk.call, 'decided', 'delivery', id ?? 0, { as, ...REASON });

	it('has one entry for three deliveries of a message, at M-Pesa’s time, and one decision', async () => {
		const other = confirm({ BusinessShortCode: '600999' });
		for (let copy = 0; copy < 3; copy++) await tell('c2b', other);
		const { data } = await read('unmatched');
		expect(data).toMatchObject([
			{
				...{ at: new Date(AT + 60_000).toISOString(), amount: 700, receipt: 'UB3CHECK01' },
				...{ payer: expect.any(String), phone: expect.any(String), account: 'JANE' },
				...{ text: 'Paid to another paybill: 600999.', acts: ['decided', 'book', 'attach'] },
			},
		]);
		expect((await settle(data[0]?.delivery_id ?? null, 'not_ours')).status).toBe(201);
		expect((await read('unmatched')).total).toBe(0);
	});

	it('asks for no decision about money that is booked already', async () => {
		const money = confirm();
		const prompt = {
			...{ checkoutRequestId: 'ws_CO_unknown_1', merchantRequestId: '10-1-1' },
			...{ sent: { PhoneNumber: '254711222333', Amount: 700 }, behaviour: {} },
			...{ receipt: money.TransID, decidedAt: AT },
		};
		await tell('stk', buildCallback(prompt, AT));
		expect((await read('unmatched')).data).toMatchObject([{ receipt: money.TransID }]);
		await tell('c2b', money);
		expect((await read('unmatched')).total).toBe(0);
	});

	it('says why a payment waits, with its payer, phone and account', async () => {
		await tell('c2b', confirm({ BillRefNumber: '' }));
		const { data } = await read('unassigned');
		expect(data).toMatchObject([
			{ account: 'JANE', text: '“JANE” is nobody’s account.', acts: expect.anything() },
			{ account: null, text: 'No account typed.' },
		]);
		expect(data[0]).toMatchObject({ phone: '2547 ***** 333', receipt: 'UB3CHECK02' });
	});

	it('lists what is to be returned, and the receipts that callers named', async () => {
		await tell('c2b', confirm({ BusinessShortCode: '600999', TransAmount: '90.00' }));
		const [message] = (await read('unmatched')).data;
		await settle(message?.delivery_id ?? null, 'to_return');
		const { data } = await read('to_give_back');
		expect(data).toMatchObject([
			{ amount: 90, receipt: message?.receipt, delivery_id: message?.delivery_id },
		]);
		// A refund of money that is no payment, and its taking back.
		const owed = String(data[0]?.decision_id);
		const given = { amount: 90, at: '2026-02-04', ...REASON };
		const refund = () => decide(desk.call, 'refund', 'decision', owed, given);
		const made = await refund();
		expect(made).toMatchObject({ status: 201, body: { data: { what: 'refund', amount: 90 } } });
		expect((await read('to_give_back')).total).toBe(0);
		expect((await refund()).status).toBe(409);
		const takeBack = (id: string) => desk.call('DELETE', `/decisions/${id}`, REASON);
		expect((await takeBack(owed)).body.code).toBe('in_use');
		expect((await takeBack(made.body.data.id)).status).toBe(200);
		expect((await read('to_give_back')).total).toBe(1);
		const receipt = message?.receipt ?? '';
		const back = { at: AT + 3_600_000, withdrawn: 90, what: 'Pay Bill Reversal', linked: receipt };
		const rows = orgRows({
			...{ opening: 1000, from: AT - 12 * 3_600_000, to: AT + 12 * 3_600_000 },
			movements: [
				{ receipt, at: Date.parse(message?.at ?? ''), paidIn: 90 },
				{ receipt: 'UB3BACK001', ...back },
			],
		});
		const name = 'ORG_174379_Utility Account_Completed_20260204080000.csv';
		expect((await sendStatement(desk, name, csvOf(rows))).status).toBe(201);
		expect((await read('to_give_back')).total).toBe(0);
		const named = { amount: 50, ...REASON };
		const expected = await decide(desk.call, 'expected', 'receipt', 'UB3WANTED1', named);
		expect(expected.status).toBe(201);
		expect((await read('expected')).data).toMatchObject([{ receipt: 'UB3WANTED1', amount: 50 }]);
		await tell('c2b', { ...confirm(), TransID: 'UB3WANTED1' });
		expect((await read('expected')).total).toBe(0);
	});
});
