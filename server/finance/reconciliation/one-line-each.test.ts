import { describe, expect, it } from 'vitest';
import type { ReconciliationLine } from '#shared/contract/finance/reconciliation.ts';
import { someEngines } from '../../testing/app.ts';
import { csvOf, type Movement, orgRows } from '../mpesa/fixtures/statements.ts';
import { storePayments } from '../payments/store.ts';
import { MONTH, openDesk, paid, receiptOf, sendStatement, whole } from './fixtures/desk.ts';
import { DAY, END, ORG, START } from './fixtures/october.ts';

const at = (day: number) => START + day * DAY + 9 * 3_600_000;

describe.each(someEngines)('a payment with several lines (%s)', (engine) => {
	/** Opens a desk with these payments; returns functions that add lines and payments. */
	const deskOf = async (payments: ReturnType<typeof paid>[]) => {
		const site = await openDesk(engine, START + 33 * DAY);
		const add = (some: typeof payments) =>
			site.database.write((trx) => storePayments(trx, some, 'callback'));
		const made = await add(payments);
		const take = async (movements: readonly Movement[], name = ORG, to = END) => {
			const file = csvOf(orgRows({ ...whole(movements), to }));
			const sent = await sendStatement(site, name, file);
			expect(sent.status, JSON.stringify(sent.body)).toBe(201);
		};
		const lineOf = async (receipt: string, paidIn = 700): Promise<ReconciliationLine> =>
			(await site.call('GET', '/reconciliation/lines?month=2026-10')).body.data.data.find(
				(line: ReconciliationLine) => line.receipt === receipt && line.paid_in === paidIn,
			);
		const decide = async (id: string, way: string, body: object) =>
			(await site.call('POST', `/reconciliation/lines/${id}/${way}`, body)).status;
		const month = async () => (await site.call('GET', MONTH)).body.data;
		return { ...site, made, add, take, lineOf, decide, month };
	};

	it('counts on the attached one of two lines with its receipt', async () => {
		const { made, add, take, lineOf, decide, month, close } = await deskOf([
			paid(receiptOf(1), at(5), 700),
		]);
		const strange = { receipt: receiptOf(9), at: at(5), paidIn: 700 };
		await take([strange], ORG, at(6));
		const line = await lineOf(receiptOf(9));
		expect(line.second_line).toBe(false);
		const attached = await decide(line.id, 'attach', { transaction_id: made[0]?.id });
		expect(attached).toBe(201);
		expect(await month()).toMatchObject({ unexplained: 0, books: { in: 700 } });

		// Its own line comes with a later statement.
		await take([strange, { receipt: receiptOf(1), at: at(6), paidIn: 700 }], `2 ${ORG}`);
		expect(await month()).toMatchObject({
			statement: { in: 1400 },
			books: { in: 700 },
			unexplained: 700,
			states: { matched: { count: 1 }, only_statement: { count: 1 } },
		});
		expect(await lineOf(receiptOf(1))).toMatchObject({
			transaction: null,
			second_line: true,
			reason: `Our payment of receipt ${receiptOf(1)} is matched by another line already.`,
		});

		// The payment of the attached line arrives at last: it is in our books, and on no line.
		await add([paid(receiptOf(9), at(5) + 1, 700)]);
		expect(await month()).toMatchObject({
			books: { in: 1400 },
			difference: 0,
			unexplained: 0,
			states: { only_statement: { count: 1 }, only_books: { count: 1 } },
		});

		await month();
		expect((await lineOf(receiptOf(9))).state).toBe('matched');
		await close();
	});

	it('counts on the line of its amount among several with its receipt', async () => {
		const { take, lineOf, decide, month, close } = await deskOf([paid(receiptOf(1), at(5), 2500)]);
		// A returned charge; sorted as text its amount comes before the payment's.
		const refund = { receipt: receiptOf(1), at: at(5), paidIn: 23, what: 'Pay Bill Charge' };
		await take([{ receipt: receiptOf(1), at: at(5), paidIn: 2500 }, refund]);
		expect(await month()).toMatchObject({
			statement: { in: 2523 },
			books: { in: 2500 },
			unexplained: 23,
			states: { matched: { count: 1 }, only_statement: { count: 1 } },
		});
		const small = await lineOf(receiptOf(1), 23);
		const settled = await decide(small.id, 'settle', { as: 'other', reason: 'A charge came back' });
		expect(settled).toBe(200);
		expect(await month()).toMatchObject({ books: { in: 2500 }, explained: 23, unexplained: 0 });
		await close();
	});
});
