import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Period, PeriodChange, PeriodLeft } from '#shared/contract/finance/periods.ts';
import { OPEN_STATES } from '#shared/contract/finance/reconciliation-query.ts';
import {
	formatMonth,
	formatMonthWords,
	getMonthOfDay,
	MONTH,
	toDayNumber,
	toMonthNumber,
} from '#shared/east-africa-time.ts';
import { formatCount } from '#shared/grouped.ts';
import type { Db } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import { fromSeq } from '../payments/tables.ts';
import { countUnmatched } from '../payments/unmatched.ts';
import { readSpans } from '../reconciliation/statement-coverage.ts';
import { parseMonth } from '../reconciliation/tables.ts';
import { listChangesSince } from './changes-since-closing.ts';
import { keepMonths } from './kept-months.ts';
import {
	type MonthReading,
	type PeriodFigures,
	readMonth,
	type WholeFigures,
} from './month-figures.ts';

/** A month (`yyyy-MM`) that is closed or was closed before. A month without a row is open. */
export interface PeriodRow {
	month: string;
	state: Period['state'];
	/** When the month was closed or reopened last, why, and by whom. */
	at: string;
	reason: string | null;
	actor: string;
	actor_name: string;
	/** `WholeFigures` of the latest closing, as JSON. Earlier releases stored fewer fields. */
	figures: string;
}

declare module '../../platform/db/schema.ts' {
	interface Schema {
		periods: PeriodRow;
	}
}

/** Lists the closed months, or those of some moments in milliseconds, in order. */
export const listClosedMonths = async (db: Db, moments?: readonly number[]) => {
	const rows = await db
		.selectFrom('periods')
		.select('month')
		.where('state', '=', 'closed')
		.orderBy('month')
		.execute();
	const months = rows.map(({ month }) => month);
	if (!moments) return months;
	const among = new Set(moments.map((ms) => formatMonth(toMonthNumber(ms))));
	return months.filter((month) => among.has(month));
};

/** Returns the row of a month, if it was ever closed. */
export const findPeriod = (db: Db, month: string) =>
	db.selectFrom('periods').selectAll().where('month', '=', month).executeTakeFirst();

const NONE = { count: 0, amount: 0 };
const calculateDifference = (one: number, other: number) =>
	(Math.round(one * 100) - Math.round(other * 100)) / 100;

/**
 * Returns the stored figures of a closed month. Earlier releases counted uncovered payments as explained, added open
 * amounts without their signs, and did not store missing money, money paid out and balances.
 */
export const readStoredFigures = ({ figures: json }: PeriodRow): WholeFigures => {
	const stored = JSON.parse(json);
	const { statement, states, difference } = stored;
	const not_covered: number = stored.not_covered ?? calculateDifference(0, states.waiting.amount);
	const explained: number =
		stored.not_covered === undefined
			? calculateDifference(stored.explained, not_covered)
			: stored.explained;
	return {
		...stored,
		not_covered,
		explained,
		unexplained: calculateDifference(calculateDifference(difference, not_covered), explained),
		statement: { ...statement, missing: statement.missing ?? [] },
		states: {
			...states,
			paid_out: states.paid_out ?? NONE,
			reversal_open: states.reversal_open ?? NONE,
		},
		returned: stored.returned ?? NONE,
		net:
			stored.net ??
			[stored.returned ?? NONE, states.paid_out ?? NONE, states.charge].reduce(
				(left, { amount }) => calculateDifference(left, amount),
				stored.books.in as number,
			),
		accounts: stored.accounts ?? [],
		parts: stored.parts ?? [],
	};
};

/** Returns today's figures less the stored ones. */
const compareFigures = (now: PeriodFigures, then: PeriodFigures) => ({
	in: calculateDifference(now.statement.in, then.statement.in),
	out: calculateDifference(now.statement.out, then.statement.out),
	books: calculateDifference(now.books.in, then.books.in),
	returned: calculateDifference(now.returned.amount, then.returned.amount),
});

/**
 * Returns the month to close next: the oldest open one since the first that was ever closed, or, before there is one,
 * since the first that a statement covers.
 */
export const findNextToClose = async (db: Db, now: number) => {
	const rows = await db.selectFrom('periods').select(['month', 'state']).orderBy('month').execute();
	const closed = new Set(rows.flatMap(({ month, state }) => (state === 'closed' ? month : [])));
	const first = rows[0] ? parseMonth(rows[0].month).from : (await readSpans(db))[0]?.[0];
	let month = toMonthNumber(Math.min(now, first ?? now));
	while (month < toMonthNumber(now) && closed.has(formatMonth(month))) month++;
	return formatMonth(month);
};

/** Throws 404 unless a text names a month that has begun. */
export const requireMonth = (text: string, now: number) => {
	if (!MONTH.test(text) || text > formatMonth(toMonthNumber(now))) throw notFound('Month');
};

/** Returns whether a month is over. */
export const isOver = (text: string, now: number) => text < formatMonth(toMonthNumber(now));

/** Lists the open work in a month. `known` is the number of unmatched deliveries, if it was counted already. */
export const listOpenWork = async (
	db: Db,
	text: string,
	{
		figures,
		unreceipted,
		openAmount,
	}: Pick<MonthReading, 'figures' | 'unreceipted' | 'openAmount'>,
	now: number,
	known?: number,
): Promise<PeriodLeft[]> => {
	const { statement, states } = figures;
	const { missing } = statement;
	const missed = missing.reduce((sum, { amount }) => sum + Math.round(Math.abs(amount) * 100), 0);
	const uncovered = statement.gaps.filter(
		([from = '', to = '']) => !missing.some((each) => each.from <= from && each.to >= to),
	);
	const open = OPEN_STATES.reduce((sum, state) => sum + states[state].count, 0);
	const unmatched = known ?? (await countUnmatched(db));
	const each = (
		kind: PeriodLeft['kind'],
		count: number,
		text: string,
		more: Partial<PeriodLeft> = {},
	): PeriodLeft => ({ kind, count, amount: null, ranges: [], text, ...more });
	return [
		each('not_over', isOver(text, now) ? 0 : 1, `${formatMonthWords(text)} is not over yet.`),
		each('unexplained', open, `${formatCount(open, 'line needs', 'lines need')} a decision.`, {
			amount: openAmount,
		}),
		each('missing', missing.length, missing.map(({ text }) => text).join(' '), {
			amount: missed / 100,
			ranges: missing.map(({ from, to }) => [from, to]),
		}),
		each('uncovered', uncovered.length, 'Statements do not cover the whole month.', {
			ranges: uncovered,
		}),
		each(
			'no_receipt',
			unreceipted,
			`${formatCount(unreceipted, 'completed payment has', 'completed payments have')} no receipt yet.`,
		),
		each(
			'strays',
			unmatched,
			`${formatCount(unmatched, 'M-Pesa message without a payment needs', 'M-Pesa messages without a payment need')} a decision.`,
		),
	].filter(({ count }) => count > 0);
};

/** Describes a month with its row and reading, as of `now`. */
export const describePeriod = async (
	db: Db,
	text: string,
	row: PeriodRow | undefined,
	reading: MonthReading,
	now: number,
	{ unmatched, changes }: { unmatched?: number; changes?: PeriodChange[] | undefined } = {},
): Promise<Period> => {
	const closed = row?.state === 'closed' ? row : undefined;
	const stored = closed && readStoredFigures(closed);
	return {
		month: text,
		state: closed ? 'closed' : 'open',
		figures: stored ?? reading.figures,
		now: stored ? reading.figures : null,
		since:
			closed && stored
				? {
						...compareFigures(reading.figures, stored),
						changes: changes ?? (await listChangesSince(db, closed)),
					}
				: null,
		left: stored ? [] : await listOpenWork(db, text, reading, now, unmatched),
		closed: closed ? { at: closed.at, by: closed.actor_name, reason: closed.reason } : null,
	};
};

/** Returns a month with its figures, state and open work as of `now`. */
export const readPeriod = async (db: Db, text: string, now: number) =>
	describePeriod(db, text, await findPeriod(db, text), await readMonth(db, text, now), now);

/** Returns the first month with a payment or a statement line. */
const findFirstMonth = async (db: Db, now: number) => {
	const payment = await db
		.selectFrom('payments')
		.select('seq')
		.orderBy('seq')
		.limit(1)
		.executeTakeFirst();
	const line = await db
		.selectFrom('statement_lines')
		.select('completed_at')
		.orderBy('completed_at')
		.limit(1)
		.executeTakeFirst();
	const at = [payment && fromSeq(Number(payment.seq)), line && Date.parse(line.completed_at)];
	return toMonthNumber(Math.min(now, ...at.filter((ms) => ms !== undefined)));
};

/** Lists months, latest first: at most `limit` of them, before a month if one is given. */
export const listPeriods = async (
	db: Db,
	{ before, limit }: { before: string | undefined; limit: number },
	now: number,
): Promise<Period[]> => {
	const periods: Period[] = [];
	const first = await findFirstMonth(db, now);
	const rows = await db.selectFrom('periods').selectAll().execute();
	const unmatched = await countUnmatched(db);
	const { read, listChanges } = await keepMonths(db, now);
	const latest = getMonthOfDay(toDayNumber(now));
	const from =
		before === undefined ? latest : Math.min(latest, toMonthNumber(parseMonth(before).from) - 1);
	for (let month = from; month >= first && periods.length < limit; month--) {
		const text = formatMonth(month);
		const row = rows.find((each) => each.month === text);
		const reading = await read(text);
		const changes = row?.state === 'closed' ? await listChanges(row) : undefined;
		periods.push(await describePeriod(db, text, row, reading, now, { unmatched, changes }));
		// A month may have tens of thousands of lines: other requests run in between.
		await yieldToOthers();
	}
	return periods;
};

/** The number of closed months that the dashboard compares with their stored figures. */
const COMPARED = 3;

/** Lists the latest closed months that changed after their closing, latest first. */
export const listChangedMonths = async (db: Db, now: number) => {
	const rows = await db
		.selectFrom('periods')
		.selectAll()
		.where('state', '=', 'closed')
		.orderBy('month', 'desc')
		.limit(COMPARED)
		.execute();
	const changed: ({ month: string } & NonNullable<Period['since']>)[] = [];
	const { read, listChanges } = await keepMonths(db, now);
	for (const row of rows) {
		const { figures } = await read(row.month);
		const amounts = compareFigures(figures, readStoredFigures(row));
		const changes = await listChanges(row);
		if (changes.length > 0 || Object.values(amounts).some((amount) => amount !== 0))
			changed.push({ month: row.month, ...amounts, changes });
	}
	return changed;
};
