import { describe, expect, it } from 'vitest';
import { someEngines } from '../../testing/app.ts';
import { csvOf, type Movement, orgRows } from '../mpesa/fixtures/statements.ts';
import { type NewPayment, storePayments } from '../payments/store.ts';
import { readPack } from '../periods/pack.ts';
import { makeMonth, paid, sendStatement, whole } from './fixtures/desk.ts';
import { DAY, END, ORG, START } from './fixtures/october.ts';

const HOUR = 3_600_000;
const AT = START + 10 * 24 * HOUR;
const JANE = { party: '25471****678 - JANE **** DOE' };

/** Creates a month with these payments and statement lines. */
const createMonth = async (
	engine: (typeof someEngines)[number],
	books: readonly (readonly [NewPayment, number])[],
	movements: readonly Movement[],
) => {
	const site = await makeMonth(engine);
	const made = await site.database.write((trx) => storePayments(trx, books, 'callback'));
	await sendStatement(site, ORG, csvOf(orgRows(whole(movements))));
	return { ...site, made };
};

const waits = (amount: number, at: number, more: Partial<NewPayment> = {}) =>
	[
		{ ...paid(null, at, amount)[0], status: 'pending' as const, paid_at: null, ...more },
		at,
	] as const;

describe.each(someEngines)('suggestions for a line (%s)', (engine) => {
	it('use receipt, payer and time, and name both values', async () => {
		const { lineOf, made, close } = await createMonth(
			engine,
			[
				paid('UKKB3RJ2H0', AT, 1234),
				paid('UKKB3RJ2ZZ', AT, 1234),
				paid(null, AT + HOUR, 1250),
				waits(1275, AT + 2 * HOUR),
				waits(1275, AT + 3 * HOUR, { phone: '254799999999' }),
				// Two payments of the same amount and time, with the same score.
				paid(null, AT + 5 * HOUR, 1300),
				paid(null, AT + 5 * HOUR + 1000, 1300),
			],
			[
				{ receipt: 'UKKB3RJ2HO', at: AT, paidIn: 1234, ...JANE },
				{ receipt: 'UKKB3RJAAA', at: AT + HOUR, paidIn: 1250 },
				{ receipt: 'UKKB3RJBBB', at: AT + 2 * HOUR + 60_000, paidIn: 1275, ...JANE },
				{ receipt: 'UKKB3RJCCC', at: AT + 5 * HOUR, paidIn: 1300 },
				{ receipt: 'UKKB3RJDDD', at: AT + 6 * HOUR, paidIn: 1301 },
			],
		);
		const of = async (receipt: string) => (await lineOf(receipt))?.suggestions;
		expect(await of('UKKB3RJ2HO')).toMatchObject([
			{
				transaction_id: made[0]?.id,
				receipt: 'UKKB3RJ2H0',
				amount: 1234,
				likely: true,
				reason:
					'The receipt differs by one character: UKKB3RJ2HO, UKKB3RJ2H0. Both KSh 1,234, phone 25471****678, 254712345678, within a minute.',
			},
			{ transaction_id: made[1]?.id, likely: false },
		]);
		expect(await of('UKKB3RJAAA')).toMatchObject([
			{
				transaction_id: made[2]?.id,
				likely: true,
				reason: 'The payment has no receipt yet. Both KSh 1,250, within a minute.',
			},
		]);
		expect(await of('UKKB3RJBBB')).toMatchObject([
			{
				transaction_id: made[3]?.id,
				likely: true,
				reason:
					'The payment is still pending. Both KSh 1,275, phone 25471****678, 254712345678, 1 minute apart.',
			},
		]);
		expect((await of('UKKB3RJCCC'))?.map(({ likely }) => likely)).toEqual([false, false]);
		expect(await of('UKKB3RJDDD')).toEqual([]);
		await close();
	});

	it('also lead from payments to lines, and skip decided and matched items', async () => {
		const books = [paid('UKKB3RJ2H0', AT, 1234), paid('UKKB3RJ2H1', AT, 1400)];
		const { lines, lineOf, made, call, close } = await createMonth(engine, books, [
			{ receipt: 'UKKB3RJ2HO', at: AT, paidIn: 1234, ...JANE },
			{ receipt: 'UKKB3RJ2H1', at: AT, paidIn: 1400, ...JANE },
		]);
		const line = await lineOf('UKKB3RJ2HO');
		const payment = (await lines()).find(({ id }) => id === made[0]?.id);
		expect(payment?.suggestions).toMatchObject([
			{ line_id: line?.id, transaction_id: made[0]?.id, receipt: 'UKKB3RJ2HO', likely: true },
		]);
		expect((await lineOf('UKKB3RJ2H1'))?.suggestions).toEqual([]);
		const path = `/reconciliation/lines/${line?.id}`;
		const body = { transaction_id: made[0]?.id, reason: 'The receipt differs by one character' };
		expect((await call('POST', `${path}/attach`, body)).status).toBe(201);
		expect(await lineOf('UKKB3RJ2HO')).toMatchObject({
			state: 'matched',
			suggestions: [],
			transaction: { booked_at: new Date(AT).toISOString() },
		});
		await close();
	});

	it('warn of a second payment of the same money, and keep a similar receipt after a decision', async () => {
		const { lineOf, call, close } = await createMonth(
			engine,
			[paid('UKKB3RJ2H0', AT, 1234)],
			[
				{ receipt: 'UKKB3RJ2HO', at: AT, paidIn: 1234, ...JANE },
				{ receipt: 'UKKB3RJAAA', at: AT, paidIn: 1500, ...JANE },
				{ receipt: 'UKKB3RJZZZ', at: AT + 30_000, paidIn: 1500, ...JANE },
			],
		);
		const twice = (end: string) => `Possibly paid twice: KSh ${end}`;
		const settle = async (receipt: string, as: string) =>
			call('POST', `/reconciliation/lines/${(await lineOf(receipt))?.id}/settle`, {
				as,
				reason: 'Asked the payer',
			});
		expect((await lineOf('UKKB3RJ2HO'))?.warning).toBe(
			twice('1,234 of the same payer and minute, UKKB3RJ2H0, is in our records.'),
		);
		expect((await settle('UKKB3RJ2HO', 'duplicate')).status).toBe(200);
		expect(await lineOf('UKKB3RJ2HO')).toMatchObject({
			state: 'settled',
			suggestions: [{ reason: expect.stringMatching(/^The receipt differs by one character: /) }],
		});
		expect((await lineOf('UKKB3RJZZZ'))?.warning).toBeNull();
		expect((await settle('UKKB3RJAAA', 'not_ours')).status).toBe(200);
		expect((await lineOf('UKKB3RJZZZ'))?.warning).toBe(
			twice('1,500 of the same payer and minute, UKKB3RJAAA, was decided: Not ours.'),
		);
		await close();
	});

	it('match a reversal without a receipt by amount, payer and time', async () => {
		const other = paid('UKKB3RJ2H3', AT - HOUR, 1400);
		const { call, database, lineOf, made, payments, close } = await createMonth(
			engine,
			[
				paid('UKKB3RJ2H1', AT, 1400),
				[{ ...other[0], phone: '254799999999' }, other[1]],
				// A later payment.
				paid('UKKB3RJ2H4', AT + 20 * HOUR, 1400),
			],
			[
				{ receipt: 'UKLB3RJ2H1', at: AT, paidIn: 1400 },
				{
					receipt: 'UKLB3RJ2H2',
					at: AT + 9 * HOUR,
					withdrawn: 1400,
					what: 'Pay Bill Reversal',
					...JANE,
				},
			],
		);
		const line = async () => lineOf('UKLB3RJ2H2', 'reversal');
		const before = await line();
		expect(before).toMatchObject({ state: 'reversal_open', transaction: null, decision: null });
		const [first, ...more] = before?.suggestions ?? [];
		expect(first).toMatchObject({
			transaction_id: made[0]?.id,
			receipt: 'UKKB3RJ2H1',
			amount: 1400,
			likely: true,
			reason: 'Both KSh 1,400, phone 25471****678, 254712345678, 9 hours apart.',
		});
		// A reversal can also take back a part of a payment of the same payer.
		for (const { reason } of more) expect(reason).toMatch(/^KSh 1,400 of KSh /);

		// The adjustment counts only while the match exists.
		const adjusted = async () =>
			(await call('GET', `/transactions/${made[0]?.id}`)).body.data.adjusted;
		const path = `/reconciliation/lines/${before?.id}`;
		const attach = () => call('POST', `${path}/attach`, { transaction_id: made[0]?.id });
		expect(await adjusted()).toBe(0);
		const month = () => readPack(database.read, '2026-10', END + 2 * DAY);
		const { figures, returns } = await month();
		// A reversal of KSh 1,400 cannot be of a payment of KSh 400.
		const small = await call('POST', `${path}/attach`, { transaction_id: payments[2]?.id });
		expect(small).toMatchObject({
			status: 422,
			body: { error: 'Amount must be at most KSh 400, what was paid' },
		});
		expect((await attach()).status).toBe(201);
		expect(await adjusted()).toBe(1400);
		expect(await line()).toMatchObject({
			state: 'reversed',
			suggestions: [],
			transaction: { id: made[0]?.id },
			decision: { as: 'attached', transaction_id: made[0]?.id },
			reason: expect.stringContaining('Takes back KSh 1,400 of receipt UKKB3RJ2H1'),
		});
		const after = await month();
		// It is returned money once somebody says of which payment.
		expect(after.figures.returned).toEqual({
			count: figures.returned.count + 1,
			amount: figures.returned.amount + 1400,
		});
		expect(after.returns).toHaveLength(returns.length + 1);
		expect(after.returns).toContainEqual(
			expect.objectContaining({
				...{ receipt: 'UKLB3RJ2H2', payment_receipt: 'UKKB3RJ2H1', amount: 1400 },
			}),
		);
		expect((await attach()).status).toBe(409);
		expect((await call('DELETE', `${path}/decision`)).status).toBe(200);
		expect((await call('DELETE', `${path}/decision`)).status).toBe(404);
		expect([await adjusted(), (await line())?.decision]).toEqual([0, null]);
		expect((await attach()).status).toBe(201);
		await close();
	});
});
