import { expect, it } from 'vitest';
import type { ReconciliationLine } from '#shared/contract/finance/reconciliation.ts';
import { OPEN_STATES } from '#shared/contract/finance/reconciliation-query.ts';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { AT_LENGTH } from '../../../tests/faults/length.ts';
import { TEST_MS } from '../../../tests/patience.ts';
import {
	type Call,
	type Engine,
	engines,
	makeTestAppWith,
	type TestApp,
} from '../../testing/app.ts';
import { compareFigures } from '../payments/figures.ts';
import { listMessages } from '../payments/fixtures/desk.ts';
import { findAllStateDifferences } from '../payments/refresh-all.ts';
import { sendStatement } from '../reconciliation/fixtures/desk.ts';
import { DAY, END, START } from '../reconciliation/fixtures/october.ts';
import type { Case, Effect, Finder, Sent } from './fixtures/clerks-acts.ts';
import { makeCases, makeStatements } from './fixtures/clerks-cases.ts';
import { expectParts, listRows } from './fixtures/parts.ts';
import { readPack } from './pack.ts';

const DELIVERIES = AT_LENGTH ? 3_000 : 200;
const TOKEN = 'a'.repeat(24);
const MONTH = '2026-10';
/** Lines that need a decision, as in October; the clerks may use so many actions for them. */
const OPEN_LINES = 53;
const ACTIONS_MAX = 40;
/** Counts of kinds that occur more than once. */
const OFTEN: Record<string, number> = { lost: 8, lostNotOurs: 8, unheard: 9, mistyped: 9 };

const ZERO = {
	...{ completed: 0, paid: 0, adjusted: 0, in: 0, out: 0, books: 0, returned: 0 },
	...{ open: 0, explained: 0, unexplained: 0, not_covered: 0, spent: 0 },
};
type Figures = typeof ZERO;

/** The model: the figures are the sums of what each case adds. */
const sumEffects = (effects: readonly Effect[]): Figures => {
	const sum = { ...ZERO };
	for (const effect of effects)
		for (const name of Object.keys(sum) as (keyof Figures)[]) sum[name] += effect[name] ?? 0;
	return sum;
};

const toCents = (shillings: number) => Math.round(shillings * 100);
const sumUp = <Row>(rows: readonly Row[], read: (row: Row) => number) =>
	rows.reduce((sum, row) => sum + read(row), 0);

/** Expects the figures of the desk and the dashboard. */
const expectFigures = async ({ call }: TestApp, expected: Figures, about: string) => {
	const month = (await call('GET', `/reconciliation?month=${MONTH}`)).body.data;
	const { completed, totalAmount: paid } = (await call('GET', '/statistics')).body.data;
	const { adjusted, returned, spent, ...rest } = expected;
	expect(
		{
			...{ completed, paid, in: toCents(month.statement.in), out: toCents(month.statement.out) },
			books: toCents(month.books.in),
			open: sumUp(OPEN_STATES, (state) => month.states[state].count),
			...{ explained: toCents(month.explained), unexplained: toCents(month.unexplained) },
			not_covered: toCents(month.not_covered),
		},
		about,
	).toEqual(rest);
	expect(toCents(month.difference), about).toBe(expected.in - expected.books);
	expect(toCents(month.net), about).toBe(expected.books - returned - spent);
};

const readCsv = (text: string) => {
	const [head, ...rows] = text
		.replace('\ufeff', '')
		.trim()
		.split('\r\n')
		.map((line) => line.split(','));
	const read = (row: string[], name: string) => row[head?.indexOf(name) ?? -1] ?? '';
	return { rows, read };
};

/** Expects the same figures of the list, the CSV, the parts of the month and its workbook. */
const expectEverywhere = async (site: TestApp, expected: Figures, about: string) => {
	await expectFigures(site, expected, about);
	// What is stored about each payment is what its decisions, messages and lines say.
	expect(await Array.fromAsync(findAllStateDifferences(site.database.read)), about).toEqual([]);
	const listed: Transaction[] = [];
	for (let page = 1; ; page++) {
		const path = `/transactions?status=completed&limit=100&page=${page}`;
		const { data, total } = (await site.call('GET', path)).body.data;
		listed.push(...data.filter((one: Transaction) => one.written_off === null));
		if (page * 100 >= total) break;
	}
	const { completed, paid, adjusted } = expected;
	expect(
		[listed.length, sumUp(listed, (one) => one.amount), sumUp(listed, (one) => one.adjusted)],
		about,
	).toEqual([completed, paid, adjusted]);
	// An export needs a recent sign-in, and the long run takes many minutes.
	const exporter = (await site.as('admin')).call;
	const { body } = await exporter('GET', '/transactions/export.csv?status=completed');
	const { rows, read } = readCsv(body);
	const ids = new Set(listed.map(({ id }) => id));
	const counted = rows.filter((row) => row.some((cell) => ids.has(cell)));
	expect(
		[
			counted.length,
			sumUp(counted, (row) => Number(read(row, 'Amount (KSh)'))),
			sumUp(counted, (row) => Number(read(row, 'Adjusted (KSh)'))),
		],
		about,
	).toEqual([completed, paid, adjusted]);
	await expectParts(site, MONTH);
	const pack = await readPack(site.database.read, MONTH, END + 2 * DAY);
	const difference = sumUp(
		pack.exceptions,
		({ counts }) => toCents(counts.in) - toCents(counts.books),
	);
	expect(difference, about).toBe(expected.in - expected.books);
	expect(toCents(sumUp(pack.returns, ({ amount }) => amount)), about).toBe(expected.returned);
	expect(toCents(pack.figures.returned.amount), about).toBe(expected.returned);
	expect(await compareFigures(site.database.read)).toEqual([]);
};

const openSite = async (engine: Engine) => {
	const clock = { now: START };
	const site = await makeTestAppWith(engine, {
		config: {
			mpesa: { account: undefined, hookTokens: [TOKEN], sources: [], shortCodes: ['174379'] },
		},
		payments: { now: () => clock.now, pollMs: 1_000_000 },
	});
	return { clock, site };
};
type Clock = { now: number };

/** Sends the deliveries in the order of their times, each a second after its payment. */
const deliverAll = async (site: TestApp, clock: Clock, cases: readonly Case[]) => {
	const timeOf = ({ TransTime }: Case['deliveries'][number]) => TransTime;
	const all = cases.flatMap(({ deliveries }) => deliveries);
	all.sort((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1));
	for (const body of all) {
		const [, y, mo, d, h, mi, s] =
			/^(....)(..)(..)(..)(..)(..)$/.exec(timeOf(body))?.map(Number) ?? [];
		clock.now = Date.UTC(y ?? 0, (mo ?? 1) - 1, d, (h ?? 0) - 3, mi, (s ?? 0) + 1);
		const answer = await site.anyone('POST', `/hooks/${TOKEN}/c2b`, body);
		expect(answer.status).toBe(200);
	}
	const left = () => site.database.read.selectFrom('payment_queue').selectAll().execute();
	await expect.poll(async () => (await left()).length).toBe(0);
	clock.now = END + 2 * DAY;
	return all.length;
};

const importLines = async (site: TestApp, cases: readonly Case[]) => {
	for (const { name, content } of makeStatements(cases)) {
		const { status, body } = await sendStatement(site, name, content);
		expect(status, JSON.stringify(body)).toBe(201);
	}
};

const makeFinder = (site: TestApp): Finder => ({
	line: async (receipt, kind = 'payment') => {
		const rows: ReconciliationLine[] = await listRows(site, `?month=${MONTH}&search=${receipt}`);
		const found = rows.find((row) => row.receipt === receipt && row.kind === kind);
		expect(found, `line ${receipt}`).toBeDefined();
		return found?.id ?? '';
	},
	payment: async (receipt) =>
		(await site.call('GET', `/transactions?search=${receipt}`)).body.data.data.find(
			(one: Transaction) => one.mpesa_receipt_number === receipt,
		).id,
	delivery: async (receipt) =>
		(await listMessages(site.call)).find((message) => message.receipt === receipt)?.id as number,
});

/** Two clerks make the same decision at once: one of them does, the other is told. */
const decide = async (clerks: readonly Call[], sent: Sent) => {
	const isOfLine = sent.about.kind === 'line';
	const answers = await Promise.all(
		(isOfLine ? clerks : clerks.slice(0, 1)).map((call) => call('POST', '/decisions', sent)),
	);
	const statuses = answers.map(({ status }) => status).sort();
	expect(statuses[0], JSON.stringify(answers)).toBeLessThan(300);
	if (isOfLine) expect(statuses[1], JSON.stringify(answers)).toBe(409);
};

const takeBackLast = async ({ database }: TestApp, call: Call) => {
	const last = await database.read
		.selectFrom('decisions')
		.select('id')
		.where('withdrawn_at', 'is', null)
		.orderBy('id', 'desc')
		.executeTakeFirstOrThrow();
	const answer = await call('DELETE', `/decisions/${last.id}`, { reason: 'By mistake' });
	expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

it.each(engines)(
	`a clerk’s month of ${DELIVERIES} deliveries adds up to the cent, before and after every decision and its taking back (%s)`,
	async (engine) => {
		const { clock, site } = await openSite(engine);
		const cases = makeCases(DELIVERIES, OFTEN);
		await deliverAll(site, clock, cases);
		await importLines(site, cases);
		const now = cases.map(({ before }) => before);
		expect(sumEffects(now).open).toBe(OPEN_LINES);
		await expectEverywhere(site, sumEffects(now), 'before any decision');

		const clerks = [(await site.as('finance')).call, (await site.as('admin')).call];
		const find = makeFinder(site);
		const check = AT_LENGTH ? expectEverywhere : expectFigures;
		const seen = new Set<string>();
		const actions = new Set<string>();
		const made: [n: number, before: Effect][] = [];
		for (const [n, { name, acts }] of cases.entries())
			for (const [step, { request, after, together }] of acts.entries()) {
				const about = `${name}, decision ${step + 1}`;
				const before = now[n] as Effect;
				const sent = await request(find);
				await decide(clerks, sent);
				now[n] = after;
				actions.add(together ?? `${n}.${step}`);
				made.push([n, before]);
				if (seen.has(about)) continue;
				seen.add(about);
				await check(site, sumEffects(now), about);
				await takeBackLast(site, clerks[1] as Call);
				await check(site, sumEffects(now.with(n, before)), `${about}, taken back`);
				await decide(clerks, { ...sent, ...(await request(find)) });
			}
		const decided = sumEffects(now);
		expect([decided.open, decided.unexplained]).toEqual([0, 0]);
		expect(actions.size).toBeLessThanOrEqual(ACTIONS_MAX);
		await expectEverywhere(site, decided, 'after all decisions');

		for (const [n, before] of made.reverse()) {
			await takeBackLast(site, clerks[0] as Call);
			now[n] = before;
		}
		await expectEverywhere(site, sumEffects(now), 'after all were taken back');
		await site.close();
	},
	// Hundreds of decisions, each with the figures before and after.
	AT_LENGTH ? 3_600_000 : 5 * TEST_MS,
);
