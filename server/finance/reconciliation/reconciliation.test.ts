import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../testing/app.ts';
import { csvOf, orgRows } from '../mpesa/fixtures/statements.ts';
import { storePayments } from '../payments/store.ts';
import { makeMonth, paid, receiptOf, sendStatement as send } from './fixtures/desk.ts';
import { DAY, END, ORG, START } from './fixtures/october.ts';

describe.each(engines)('reconciliation (%s)', (engine) => {
	it('returns the totals of a month, and the reason for the state of each line', async () => {
		const { file, month, lines, close, ...site } = await makeMonth(engine);
		expect(await month()).toMatchObject({
			statement: { in: 0, out: 0, covered: [] },
			books: { in: 5500 },
			difference: -5500,
			not_covered: -5500,
			explained: 0,
			unexplained: 0,
			states: { waiting: { count: 4, amount: 5500 } },
		});

		const looked = await send(site, ORG, file, '?dry_run=true');
		expect(looked.status).toBe(200);
		expect(looked.body.data).toMatchObject({
			id: null,
			short_code: '174379',
			account: 'Utility Account',
			opening: 1000,
			closing: 4077,
			paid_in: 7200,
			withdrawn: 4123,
			lines: 7,
			new_lines: 7,
			known_lines: 0,
			refused: [],
			gaps: [],
		});
		expect((await month()).statement.in).toBe(0);

		expect((await send(site, ORG, file)).status).toBe(201);
		const now = await month();
		expect(now).toMatchObject({
			statement: {
				in: 7200,
				out: 123,
				gaps: [],
				covered: [[new Date(START).toISOString(), new Date(END).toISOString()]],
			},
			books: { in: 5500 },
			difference: 1700,
			explained: 0,
			// 2,000 and 700 of the statement, less 400 and 700 of the books, and 100 between them.
			unexplained: 1700,
		});
		expect(now.states).toMatchObject({
			matched: { count: 1, amount: 1500 },
			only_statement: { count: 2, amount: 2700 },
			only_books: { count: 2, amount: 1100 },
			amount_differs: { count: 1, amount: 3000 },
			reversed: { count: 1, amount: 100 },
			charge: { count: 1, amount: 23 },
			sweep: { count: 1, amount: 4000 },
			waiting: { count: 0 },
		});
		for (const [page, length] of [
			[1, 5],
			[2, 4],
			[3, 0],
		]) {
			const path = `/reconciliation/lines?month=2026-10&limit=5&page=${page}`;
			const { data, total } = (await site.call('GET', path)).body.data;
			expect([data.length, total]).toEqual([length, 9]);
		}
		const reasons = Object.fromEntries(
			(await lines()).map(({ receipt, kind, reason }) => [`${receipt} ${kind}`, reason]),
		);
		expect(reasons).toEqual({
			[`${receiptOf(1)} payment`]: 'Receipt and amount agree.',
			[`${receiptOf(1)} charge`]: 'Pay Bill Charge',
			[`${receiptOf(2)} payment`]: `We have no payment with receipt ${receiptOf(2)}.`,
			[`${receiptOf(3)} payment`]: 'The statement says KSh 3,000, our records KSh 2,900.',
			[`${receiptOf(4)} sweep`]: 'Utility Account to Organization Settlement Account',
			[`${receiptOf(5)} reversal`]: `Takes back KSh 100 of receipt ${receiptOf(1)}, KSh 1,500 of 1 Oct 2026, 09:00.`,
			[`${receiptOf(7)} payment`]: `No line is about receipt ${receiptOf(7)}, though the statements cover 7 Oct 2026, 09:00.`,
			[`${receiptOf(9)} payment`]: `We have no payment with receipt ${receiptOf(9)}.`,
			'null payment':
				'M-Pesa says that it was paid, its receipt has not come, and no line was attached to it.',
		});
		expect(new Set((await lines('&state=open')).map(({ receipt }) => receipt))).toEqual(
			new Set([receiptOf(7), receiptOf(9), null, receiptOf(3), receiptOf(2)]),
		);
		expect(await lines('&search=jane')).toHaveLength(1);

		// Days to come are no gap.
		const running = (await site.call('GET', '/reconciliation?month=2026-11')).body.data;
		expect(running.statement.gaps).toEqual([
			[END, END + 2 * DAY].map((ms) => new Date(ms).toISOString()),
		]);

		// A charge that M-Pesa gives back is money in that needs a decision, not a charge.
		const back = {
			receipt: receiptOf(8),
			at: END + 1000,
			paidIn: 23,
			what: 'Pay Bill Charge',
		};
		const next = { opening: 4077, from: END, to: END + DAY, movements: [back] };
		expect((await send(site, ORG, csvOf(orgRows(next)))).status).toBe(201);
		const found = await site.call('GET', '/reconciliation/lines?month=2026-11');
		expect(found.body.data.data).toMatchObject([{ kind: 'other', state: 'only_statement' }]);
		await close();
	});

	it('has nothing unexplained after decisions, all of which can be withdrawn', async () => {
		const { file, month, lineOf, call, payments, close, ...site } = await makeMonth(engine);
		await send(site, ORG, file);
		// As a person typed it from a phone.
		const [twin] = await site.database.write((trx) =>
			storePayments(trx, [paid(`${receiptOf(9).slice(0, -1)}8`, START + 5 * DAY, 700)], 'callback'),
		);
		const before = await month();
		const on = async (receipt: string) => `/reconciliation/lines/${(await lineOf(receipt))?.id}`;

		const booked = await on(receiptOf(2));
		expect((await call('POST', `${booked}/book`, { reason: ' ' })).body.fields).toEqual({
			reason: 'Reason is required',
		});
		const made = await call('POST', `${booked}/book`);
		expect(made).toMatchObject({
			status: 201,
			body: {
				success: true,
				data: { amount: 2000, status: 'completed', mpesa_receipt_number: receiptOf(2) },
			},
		});
		expect((await lineOf(receiptOf(2)))?.decision).toMatchObject({
			as: 'booked',
			reason: 'Booked',
		});
		expect((await call('POST', `${booked}/book`, { reason: 'Again' })).status).toBe(409);
		const found = (await call('GET', `/transactions?search=${receiptOf(2)}`)).body.data.data;
		expect(found).toEqual([made.body.data]);
		expect(found).toMatchObject([
			{
				amount: 2000,
				status: 'completed',
				phone_number: '25470****111',
				paid_at: new Date(START + DAY + 9 * 3_600_000).toISOString(),
			},
		]);

		const attached = await on(receiptOf(9));
		const attach = async (id: string | undefined, line = attached) =>
			call('POST', `${line}/attach`, { transaction_id: id, reason: 'The same phone' });
		expect((await attach(payments[2]?.id)).body).toMatchObject({
			code: 'conflict',
			error: 'The line says KSh 700, this payment KSh 400. Decide them one by one.',
		});
		expect(await attach(twin?.id)).toMatchObject({
			status: 201,
			body: { data: { id: twin?.id, amount: 700 } },
		});
		const other = { as: 'other', reason: 'A typing error, corrected by hand' };
		expect((await call('POST', `${await on(receiptOf(3))}/settle`, other)).status).toBe(200);
		const lost = `/reconciliation/lines/${payments[2]?.id}`;
		expect(
			(await call('POST', `${lost}/settle`, { as: 'not_ours', reason: 'Of another till' })).status,
		).toBe(200);
		const unheard = `/reconciliation/lines/${payments[3]?.id}`;
		expect((await call('POST', `${unheard}/settle`, other)).status).toBe(200);

		expect(await month()).toMatchObject({
			difference: -1000,
			explained: -1000,
			unexplained: 0,
			books: { in: 8200 },
			states: { matched: { count: 3 }, settled: { count: 2 }, not_ours: { count: 1 } },
		});
		expect((await lineOf(receiptOf(9)))?.transaction).toMatchObject({ id: twin?.id });

		for (const path of [booked, attached, await on(receiptOf(3)), lost, unheard])
			expect((await call('DELETE', `${path}/decision`)).status).toBe(200);
		expect((await call('DELETE', `${lost}/decision`)).status).toBe(404);
		expect(await month()).toEqual(before);
		const figures = await site.site.call('GET', '/statistics');
		expect(figures.body.data.totalAmount).toBe(6200);

		const search = async () =>
			(await call('GET', `/transactions?search=${receiptOf(2)}`)).body.data.data;
		const { id } = made.body.data;
		const voided = { id, status: 'void', mpesa_receipt_number: null, marks: [], paid_twice: null };
		expect(await search()).toMatchObject([voided]);
		expect((await call('GET', `/transactions/${id}`)).body.data).toMatchObject({
			...voided,
			decisions: [{ what: 'booked', receipt: receiptOf(2), withdrawn: { reason: 'Taken back' } }],
		});
		expect((await call('GET', '/transactions?status=void')).body.data).toMatchObject({ total: 1 });
		const { total, data } = (await call('GET', '/transactions')).body.data;
		expect([total, data.map((row: { id: string }) => row.id)]).toEqual([
			payments.length + 1,
			expect.not.arrayContaining([id]),
		]);
		// As the list of the same search.
		const csv = await site.site.call('GET', `/transactions/export.csv?search=${receiptOf(2)}`);
		expect(csv).toMatchObject({ status: 200, body: expect.stringContaining(id) });
		expect((await call('POST', `${booked}/book`)).status).toBe(201);
		// Both have the time of the line.
		expect((await search()).map((row: { status: string }) => row.status).sort()).toEqual([
			'completed',
			'void',
		]);
		await close();
	});
});

describe.each(engines)('a decision about the lines of a month (%s)', (engine) => {
	let desk: Awaited<ReturnType<typeof makeMonth>>;
	beforeAll(async () => {
		desk = await makeMonth(engine);
		await send(desk, ORG, desk.file);
	});
	afterAll(() => desk.close());

	it('books many lines at once, each with an audit row, and takes all back by one undo', async () => {
		const { month, lines, call } = desk;
		const before = await month();
		const ids = (await lines('&state=only_statement')).map(({ id }) => id);
		const about = [...ids, 'unknown'].map((id) => ({ kind: 'line', id }));
		const booked = await call('POST', '/decisions', {
			...{ what: 'book', about, reason: 'The deliveries never came' },
		});
		expect(booked).toMatchObject({
			status: 200,
			body: { data: { action: 'decide', done: ids.length, failed: 1 } },
		});
		expect(ids.length).toBeGreaterThan(1);
		expect(await lines('&state=only_statement')).toEqual([]);
		const audit = await call('GET', '/audit?action=settle&item_kind=statement_line&limit=50');
		expect(audit.body.data.data.map(({ item }: { item: { id: string } }) => item.id)).toEqual(
			expect.arrayContaining(ids),
		);
		const undone = await call('POST', `/operations/${booked.body.data.operation}/undo`);
		expect(undone.body.data).toMatchObject({ done: ids.length, failed: 0 });
		expect(await month()).toEqual(before);
	});

	it('adds the receipt to a payment that only a query confirmed, until that is taken back', async () => {
		const { lineOf, call, payments } = desk;
		const line = `/reconciliation/lines/${(await lineOf(receiptOf(9)))?.id}`;
		const body = { transaction_id: payments[3]?.id };
		expect((await call('POST', `${line}/attach`, body)).status).toBe(201);
		const { data } = (await call('GET', `/transactions/${payments[3]?.id}`)).body;
		expect(data).toMatchObject({ status: 'completed', mpesa_receipt_number: receiptOf(9) });
		expect((await call('DELETE', `${line}/decision`)).status).toBe(200);
		const after = await call('GET', `/transactions/${payments[3]?.id}`);
		expect(after.body.data).toMatchObject({ status: 'completed', mpesa_receipt_number: null });
	});

	it('completes a payment that was never answered, until that is taken back', async () => {
		const { lineOf, call, database } = desk;
		const [pending] = await database.write((trx) =>
			storePayments(
				trx,
				[[{ ...paid(null, START, 2000)[0], status: 'pending', paid_at: null }, START + DAY]],
				'request',
			),
		);
		const hidden = await call('POST', `/reconciliation/lines/${pending?.id}/settle`, {
			as: 'other',
			reason: 'It will not come',
		});
		expect([hidden.status, hidden.body.error]).toEqual([
			409,
			'This payment is not completed, so no line is missing.',
		]);
		const line = `/reconciliation/lines/${(await lineOf(receiptOf(2)))?.id}`;
		const answer = await call('POST', `${line}/attach`, { transaction_id: pending?.id });
		expect([answer.status, answer.body.data.id]).toEqual([201, pending?.id]);
		const { body } = await call('GET', `/transactions/${pending?.id}`);
		expect(body.data).toMatchObject({
			status: 'completed',
			mpesa_receipt_number: receiptOf(2),
			paid_at: new Date(START + DAY + 9 * 3_600_000).toISOString(),
		});
		const again = `/reconciliation/lines/${(await lineOf(receiptOf(9)))?.id}/attach`;
		expect((await call('POST', again, { transaction_id: pending?.id })).status).toBe(409);
		const refund = { kind: 'refund', amount: 1, at: '2026-11-01', reason: 'Cash' };
		const refunded = await call('POST', `/transactions/${pending?.id}/adjustments`, refund);
		const inUse = await call('DELETE', `${line}/decision`);
		expect(inUse).toMatchObject({ status: 409, body: { code: 'in_use' } });
		expect(inUse.body.error).toMatch(/Take back a refund of KSh [\d,]+ first \(.*: Cash\)/);
		const { id } = refunded.body.data.decisions.at(-1);
		expect((await call('DELETE', `/decisions/${id}`, { reason: 'Wrong' })).status).toBe(200);
		expect((await call('DELETE', `${line}/decision`)).status).toBe(200);
		const restored = (await call('GET', `/transactions/${pending?.id}`)).body.data;
		expect(restored).toMatchObject({
			status: 'pending',
			mpesa_receipt_number: null,
			paid_at: null,
		});
	});

	it('never changes a decision, except to withdraw it once', async () => {
		const { call, database, lineOf } = desk;
		const path = `/reconciliation/lines/${(await lineOf(receiptOf(2)))?.id}`;
		const settled = { as: 'not_ours', reason: 'Of the shop next door' };
		expect((await call('POST', `${path}/settle`, settled)).status).toBe(200);
		const changes = [
			{ reason: 'Another' },
			{ what: 'other' as const },
			{ amount_shillings: 1 },
			{ reason: 'Another', withdrawn_at: new Date().toISOString(), withdrawn_by: 'somebody' },
		];
		const refused = async () => {
			for (const change of changes)
				await expect(
					database.write((trx) => trx.updateTable('decisions').set(change).execute()),
				).rejects.toThrow('append-only');
			await expect(database.write((trx) => trx.deleteFrom('decisions').execute())).rejects.toThrow(
				'append-only',
			);
		};
		await refused();
		expect((await call('DELETE', `${path}/decision`)).status).toBe(200);
		await refused();
	});
});
