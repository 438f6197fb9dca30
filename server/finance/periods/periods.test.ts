import { describe, expect, it } from 'vitest';
import { engines } from '../../testing/app.ts';
import { receiptOf } from '../reconciliation/fixtures/desk.ts';
import { DAY, ORG, START } from '../reconciliation/fixtures/october.ts';
import { MONTH, makeClosable } from './fixtures/closable.ts';
import { expectParts } from './fixtures/parts.ts';

const sumOf = (figures: { statement: { in: number; out: number }; books: { in: number } }) => [
	figures.statement.in,
	figures.statement.out,
	figures.books.in,
];

/** Returns the figures that a closing expects. */
const expectedOf = (month: {
	statement: { in: number };
	books: { in: number };
	unexplained: number;
}) => ({
	statement: month.statement.in,
	books: month.books.in,
	unexplained: month.unexplained,
});

describe.each(engines)('months (%s)', (engine) => {
	it('close once nothing is open, and keep their figures', async () => {
		const { call, clock, movements, at, take, desk, store, lineOf, site, close } =
			await makeClosable(engine);
		const refused = await call('POST', `${MONTH}/close`, {});
		expect(refused).toMatchObject({ status: 409, body: { code: 'not_ready' } });
		expect(refused.body.data.left).toMatchObject([{ kind: 'uncovered', count: 1 }]);
		expect(
			(await call('POST', '/periods/2026-11/close', { override_reason: 'Now' })).body.data.left[0],
		).toMatchObject({ kind: 'not_over' });
		expect((await call('POST', '/periods/2026-12/close', {})).status).toBe(404);
		expect((await call('GET', '/periods/2026-13/pack.xlsx')).status).toBe(404);

		await take(movements);
		const looked = await desk();
		expect(looked).toMatchObject({
			...{ statement: { in: 4006 }, books: { in: 4006 }, not_covered: 0, unexplained: 0 },
			period: { state: 'open', left: [], now: null, since: null, closed: null },
		});
		const expected = expectedOf(looked);

		// A payment between reading and closing.
		await store(4);
		const late = await call('POST', `${MONTH}/close`, { expected });
		expect(late).toMatchObject({ status: 409, body: { code: 'changed' } });
		expect(late.body.data.left).toMatchObject([{ kind: 'unexplained', count: 1, amount: 1004 }]);
		await take([...movements, { receipt: receiptOf(4), at: at(4), paidIn: 1004 }], `2 ${ORG}`);
		const closed = await call('POST', `${MONTH}/close`, { expected: expectedOf(await desk()) });
		expect(closed).toMatchObject({ status: 200, body: { data: { state: 'closed' } } });
		expect(closed.body.data).toMatchObject({
			closed: { reason: null, by: expect.any(String) },
			since: { in: 0, out: 0, books: 0, returned: 0 },
		});
		expect((await call('POST', `${MONTH}/close`, {})).status).toBe(409);

		// Later entries: a payment, a line for it, a line that is then booked, and a decision.
		const then = await desk();
		const changed = async () => (await call('GET', '/statistics/trends')).body.data.changed_months;
		expect(await changed()).toEqual([]);
		clock.now += DAY;
		await store(5);
		await store(6);
		await take(
			[
				...[...movements, { receipt: receiptOf(4), at: at(4), paidIn: 1004 }],
				...[5, 7].map((n) => ({ receipt: receiptOf(n), at: at(n), paidIn: 1000 + n })),
			],
			`3 ${ORG}`,
		);
		const booked = await lineOf(receiptOf(7));
		await call('POST', `/reconciliation/lines/${booked.id}/book`, { reason: 'Came late' });
		const alone = await lineOf(receiptOf(6));
		await call('POST', `/reconciliation/lines/${alone.id}/settle`, { as: 'other', reason: 'Ours' });
		const after = await desk();
		const since = { in: 2012, out: 0, books: 3018, returned: 0 };
		const { period, listed, ...figures } = then;
		expect(after).toMatchObject({
			...figures,
			period: { ...period, now: expect.anything(), since },
		});
		const { now } = after.period;
		const moved = [since.in, since.out, since.books];
		expect(sumOf(now)).toEqual(sumOf(after).map((sum, n) => sum + (moved[n] ?? 0)));
		expect(await changed()).toMatchObject([{ month: '2026-10', ...since }]);

		const detail = await expectParts(site, '2026-10');
		// All three happened at one moment of the test's clock.
		expect(detail.changed_since).toHaveLength(3);
		for (const change of [
			{ text: expect.stringMatching(/^Imported 2 lines of “3 .*: KSh 2,012 in, KSh 0 out$/) },
			{ text: `Booked, ${receiptOf(7)}: Came late`, amount: 1007 },
			{ text: 'Left, with a reason: Ours', amount: null },
		])
			expect(detail.changed_since).toContainEqual(expect.objectContaining(change));

		expect((await call('POST', `${MONTH}/reopen`, { reason: ' ' })).status).toBe(422);
		await call('POST', `${MONTH}/reopen`, { reason: 'The late ones belong to it' });
		expect(await desk()).toMatchObject({
			...now,
			period: { state: 'open', now: null, since: null, closed: null },
		});
		expect((await call('POST', `${MONTH}/reopen`, { reason: 'Again' })).status).toBe(409);
		expect(await changed()).toEqual([]);
		const { data: history } = (await call('GET', '/audit?item_kind=period')).body.data;
		expect(history).toMatchObject([
			{ action: 'reopen', item: { id: '2026-10', name: 'October 2026' } },
			{ action: 'close' },
		]);
		const months = async (query = '') =>
			(await call('GET', `/periods${query}`)).body.data.map(
				({ month }: { month: string }) => month,
			);
		expect(await months()).toEqual(['2026-11', '2026-10']);
		expect(await months('?limit=1')).toEqual(['2026-11']);
		expect(await months('?before=2026-11&limit=6')).toEqual(['2026-10']);
		expect(await months('?before=2026-10')).toEqual([]);
		expect(await months('?before=2031-01&limit=1')).toEqual(['2026-11']);
		expect((await call('GET', '/periods?before=2026-13')).body.fields).toEqual({
			before: 'Before must be a month such as 2026-10',
		});
		await close();
	});

	it('open the desk on the oldest open month since the first closed or covered one', async () => {
		const { call, clock, take, movements, close } = await makeClosable(engine);
		const opensOn = async () => (await call('GET', '/reconciliation')).body.data.month;
		const firstLine = async () =>
			(await call('GET', '/reconciliation/lines?limit=1')).body.data.data[0]?.at.slice(0, 7);
		expect([await opensOn(), await firstLine()]).toEqual(['2026-11', undefined]);
		await take(movements);
		clock.now += 31 * DAY;
		expect([await opensOn(), await firstLine()]).toEqual(['2026-10', '2026-10']);
		await call('POST', `${MONTH}/close`, {});
		expect(await opensOn()).toBe('2026-11');
		await call('POST', '/periods/2026-11/close', { override_reason: 'No statement yet' });
		expect(await opensOn()).toBe('2026-12');
		await call('POST', `${MONTH}/reopen`, { reason: 'One is missing' });
		expect(await opensOn()).toBe('2026-10');
		await close();
	});

	it('close with open items by one person, with a reason', async () => {
		const { call, as, asKey, store, lineOf, take, movements, desk, close } =
			await makeClosable(engine);
		await take(movements);
		await store(5);
		const why = { override_reason: 'The portal is down' };
		expect((await call('POST', `${MONTH}/close`, { override_reason: ' ' })).status).toBe(422);
		expect((await (await asKey('finance')).call('POST', `${MONTH}/close`, why)).status).toBe(403);
		expect((await (await as('viewer')).call('POST', `${MONTH}/close`, why)).status).toBe(403);
		expect((await (await as('editor')).call('POST', `${MONTH}/close`, why)).status).toBe(403);
		const finance = (await as('finance')).call;
		expect(await finance('POST', `${MONTH}/close`, why)).toMatchObject({
			status: 200,
			body: { data: { state: 'closed', closed: { reason: why.override_reason }, left: [] } },
		});
		const [closing] = (await call('GET', '/audit?item_kind=period')).body.data.data;
		const entry = (await call('GET', `/audit/${closing.id}`)).body.data ?? closing;
		expect(JSON.stringify(entry)).toContain(why.override_reason);

		// Open amounts that cancel each other out are still open.
		await call('POST', `${MONTH}/reopen`, { reason: 'Once more' });
		await take(
			[...movements, { receipt: receiptOf(6), at: START + 6 * DAY, paidIn: 1005 }],
			`2 ${ORG}`,
		);
		expect(await desk()).toMatchObject({ difference: 0, unexplained: 0 });
		const refused = await finance('POST', `${MONTH}/close`, {});
		expect(refused.body.data.left).toMatchObject([{ kind: 'unexplained', count: 2, amount: 2010 }]);
		expect((await lineOf(receiptOf(6))).state).toBe('only_statement');
		await close();
	});

	it('close once when two people close them while a statement arrives', async () => {
		const { as, movements, take, at, desk, close } = await makeClosable(engine);
		await take(movements);
		const expected = expectedOf(await desk());
		const [one, other] = await Promise.all([as('finance'), as('admin')]);
		const more = [...movements, { receipt: receiptOf(8), at: at(8), paidIn: 1008 }];
		const [first, second] = await Promise.all([
			one.call('POST', `${MONTH}/close`, { expected }),
			other.call('POST', `${MONTH}/close`, { expected }),
			take(more, `2 ${ORG}`),
		]);
		const { period, ...figures } = await desk();
		const isClosed = period.state === 'closed';
		expect([first, second].filter(({ status }) => status === 200)).toHaveLength(isClosed ? 1 : 0);
		expect(isClosed ? period.since.in : figures.unexplained).toBe(1008);
		if (isClosed) expect(expectedOf(figures)).toEqual(expected);
		await close();
	});

	it('show figures of an earlier release in today’s terms', async () => {
		const { call, movements, take, desk, store, database, inject, close } =
			await makeClosable(engine);
		await take(movements);
		await call('POST', `${MONTH}/close`, {});
		await store(5);
		const { figures } = await database.read
			.selectFrom('periods')
			.select('figures')
			.executeTakeFirstOrThrow();
		const { not_covered, accounts, requested, statement, states, returned, ...rest } =
			JSON.parse(figures);
		const { missing, ...old } = statement;
		const { paid_out, ...others } = states;
		const stored = {
			...rest,
			...{ difference: -300, explained: -200, unexplained: 500, asked: requested, returned },
			...{ statement: old, states: { ...others, waiting: { count: 1, amount: 150 } } },
		};
		await database.write((trx) =>
			trx
				.updateTable('periods')
				.set({ figures: JSON.stringify(stored) })
				.execute(),
		);
		expect(await desk()).toMatchObject({
			...{ difference: -300, not_covered: -150, explained: -50, unexplained: -100 },
			...{ statement: { missing: [] }, states: { paid_out: { count: 0, amount: 0 } } },
			period: { since: { in: 0, books: 1005 } },
		});
		const workbook = await inject({ method: 'GET', url: `/api${MONTH}/pack.xlsx` });
		expect(workbook.statusCode).toBe(200);
		await close();
	});
});
