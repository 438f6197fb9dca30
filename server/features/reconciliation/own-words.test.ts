import { describe, expect, it } from 'vitest';
import {
	csvOf,
	type Movement,
	newerName,
	newerRows,
	orgRows,
} from '../../mpesa/fixtures/statements.ts';
import { engines } from '../../test-app.ts';
import { storePayments } from '../payments/store.ts';
import {
	DAY,
	ORG,
	openDesk,
	paid,
	receiptOf,
	START,
	sendStatement,
	whole,
} from './fixtures/desk.ts';

const at = (day: number) => START + day * DAY + 9 * 3_600_000;

/** A day on which payers use M-Pesa's words, in the words of each template. */
const movements: (Movement & { newer: string })[] = [
	{
		...{ receipt: receiptOf(1), at: at(1), paidIn: 701 },
		newer: 'Pay Bill from 25471****222 - ALI **** OMAR Acc. REVERSAL FEE',
	},
	{
		...{ receipt: receiptOf(2), at: at(1), paidIn: 1099 },
		newer: 'Pay Bill from 25471****222 - ALI **** OMAR Acc. fees reversed',
	},
	{
		...{ receipt: receiptOf(3), at: at(1), paidIn: 900 },
		newer: 'Pay Bill from 25471****222 - ALI **** OMAR Acc. my account to his account',
	},
	{
		...{ receipt: receiptOf(4), at: at(1), paidIn: 800 },
		newer: 'Pay Bill from 600123 - CHARGE POINT LTD Acc. 7',
	},
	{
		...{ receipt: receiptOf(5), at: at(2), withdrawn: 400 },
		what: 'Utility Account to Organization Settlement Account',
		newer: 'Utility Account to Organization Settlement',
	},
];
const legacy = csvOf(orgRows(whole(movements)));
const newer = csvOf(
	newerRows(whole(movements.map(({ newer: what, ...one }) => ({ ...one, what })))),
);

describe.each(engines)('lines of which payers chose the words (%s)', (engine) => {
	it.each([
		['legacy template first', [0, 1]],
		['newer template first', [1, 0]],
	])('are counted once and matched: %s', async (_, order) => {
		const site = await openDesk(engine, START + 33 * DAY);
		const ours = movements
			.filter(({ paidIn }) => paidIn)
			.map((one) => paid(one.receipt, one.at, one.paidIn ?? 0));
		await site.database.write((trx) => storePayments(trx, ours.slice(1), 'callback'));
		const files = [
			[ORG, legacy],
			[newerName(whole(movements)), newer],
		] as const;
		const sent = [];
		for (const n of order) sent.push(await sendStatement(site, ...(files[n] ?? files[0])));
		expect(sent.map(({ body }) => body.data.new_lines)).toEqual([5, 0]);
		const month = async () => (await site.call('GET', '/reconciliation?month=2026-10')).body.data;
		expect(await month()).toMatchObject({
			statement: { in: 3500, missing: [], gaps: [] },
			unexplained: 701,
			states: { matched: { count: 3 }, only_statement: { count: 1 }, sweep: { count: 1 } },
		});
		const open = (await site.call('GET', '/reconciliation/lines?month=2026-10&state=open')).body
			.data.data;
		const booked = await site.call('POST', `/reconciliation/lines/${open[0].id}/book`, {});
		expect(booked.body).toMatchObject({ success: true });
		expect(await month()).toMatchObject({ unexplained: 0, states: { matched: { count: 4 } } });
		await site.close();
	});

	it('find the adjustment of a reversal whose payer has a name of ten letters', async () => {
		const site = await openDesk(engine, START + 33 * DAY);
		const [payment] = await site.database.write((trx) =>
			storePayments(trx, [paid(receiptOf(1), at(1), 700)], 'callback'),
		);
		const noted = await site.call('POST', `/transactions/${payment?.id}/adjustments`, {
			...{ kind: 'reversal', amount: 700, receipt: receiptOf(2) },
			...{ at: new Date(at(2)).toISOString(), reason: 'Paid by mistake' },
		});
		expect(noted.status).toBe(201);
		const what = 'Pay Bill Reversal from 25470****111 - JACQUELINE WANJA';
		const file = whole([
			{ receipt: receiptOf(1), at: at(1), paidIn: 700 },
			{ receipt: receiptOf(2), at: at(2), withdrawn: 700, what },
		]);
		await sendStatement(site, newerName(file), csvOf(newerRows(file)));
		const { data } = (await site.call('GET', `/reconciliation/lines?month=2026-10&state=reversed`))
			.body.data;
		expect(data).toMatchObject([{ linked_receipt: null, transaction: { id: payment?.id } }]);
		await site.close();
	});
});
