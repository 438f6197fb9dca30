import { sql } from 'kysely';
import { isPaidInto } from '#shared/contract/statements.ts';
import { eastAfricaText, MONTHS } from '#shared/east-africa-time.ts';
import type { Db } from '../../../db/database.ts';
import { inChunks } from '../../../in-chunks.ts';
import { cents } from '../reasons.ts';
import type { StatementRow } from '../tables.ts';

/** Money that moved between two statements of an account and is on neither of them. Times are milliseconds. */
interface Missing {
	from: number;
	to: number;
	/** Cents; negative if more went out than the lines show. */
	amount: number;
	/** Whether payers pay into the account. */
	isPaidInto: boolean;
	text: string;
}

type Known = Pick<
	StatementRow,
	| 'id'
	| 'short_code'
	| 'account'
	| 'covers_from'
	| 'covers_to'
	| 'opening'
	| 'closing'
	| 'first_line_at'
	| 'last_line_at'
>;

/** A balance from a statement, at the millisecond after its last movement. */
interface Point {
	statement: string;
	at: number;
	balance: number;
}

/**
 * Groups statements by short code and account. The newer template often names no account: its statements belong to the
 * only account of the short code that payers pay into, if there is only one.
 */
const byAccount = (statements: readonly Known[]) => {
	const named = new Map<string, Set<string>>();
	for (const { short_code, account } of statements)
		if (account !== null && isPaidInto(account))
			named.set(short_code ?? '', (named.get(short_code ?? '') ?? new Set()).add(account));
	return Map.groupBy(statements, ({ short_code, account }) => {
		const names = [...(named.get(short_code ?? '') ?? [])];
		return `${short_code ?? ''} ${account ?? (names.length === 1 ? names[0] : '')}`;
	});
};

/** Returns the balances before the first and after the last line, or at the end of a statement without lines. */
const pointsOf = (statement: Known): Point[] => {
	const { id, opening, closing, covers_to, first_line_at: first, last_line_at: last } = statement;
	if (opening === null || closing === null) return [];
	const end = { statement: id, balance: Number(closing) };
	if (first === null || last === null) return [{ ...end, at: Date.parse(covers_to) }];
	return [
		{ statement: id, at: Date.parse(first), balance: Number(opening) },
		{ ...end, at: Date.parse(last) + 1 },
	];
};

const isCovered = (statements: readonly Known[], from: number, to: number) => {
	let reached = from;
	for (const { covers_from, covers_to } of statements)
		if (Date.parse(covers_from) <= reached) reached = Math.max(reached, Date.parse(covers_to));
	return reached >= to;
};

interface Join {
	account: string | null;
	/** Statements of the account whose lines count. */
	ids: ReadonlySet<string>;
	before: Point;
	after: Point;
}

/** Returns the balances of each account that follow one another in a time, by different statements that meet. */
const joinsOf = (statements: readonly Known[], from: number, to: number): Join[] =>
	[...byAccount(statements).values()].flatMap((of) => {
		const ids = new Set(of.map(({ id }) => id));
		const account = of.find((each) => each.account !== null)?.account ?? null;
		const points = of.flatMap(pointsOf).sort((one, other) => one.at - other.at);
		return points.flatMap((after, at) => {
			const before = points[at - 1];
			if (!before || before.statement === after.statement) return [];
			if (after.at <= from || before.at >= to || !isCovered(of, before.at, after.at)) return [];
			return { account, ids, before, after };
		});
	});

const iso = (ms: number) => new Date(ms).toISOString();

/** Returns the sums of the known lines in each join, in cents. */
const movedIn = async (db: Db, joins: readonly Join[]) => {
	const moved = new Map<Join, number>();
	await inChunks(joins, async (part) => {
		const each = part.map(
			(
				{ before, after },
				n,
			) => sql`select ${sql.lit(n)} as n, statement, sum(paid_in - withdrawn) as moved
				from statement_lines where completed_at >= ${iso(before.at)} and completed_at < ${iso(after.at)}
				group by statement`,
		);
		const { rows } = await sql<{ n: number; statement: string; moved: number }>`
			${sql.join(each, sql` union all `)}`.execute(db);
		for (const row of rows) {
			const join = part[Number(row.n)];
			if (join?.ids.has(row.statement)) moved.set(join, (moved.get(join) ?? 0) + Number(row.moved));
		}
	});
	return moved;
};

/** Formats a moment as `20 Aug 09:58`, in East Africa Time. */
const instantText = (ms: number) => {
	const text = eastAfricaText(ms);
	const month = MONTHS[Number(text.slice(5, 7)) - 1]?.slice(0, 3);
	return `${Number(text.slice(8, 10))} ${month} ${text.slice(11, 16)}`;
};

const knownStatements = (db: Db): Promise<Known[]> =>
	db
		.selectFrom('statements')
		.select(['id', 'short_code', 'account', 'covers_from', 'covers_to', 'opening', 'closing'])
		.select(['first_line_at', 'last_line_at'])
		.orderBy('covers_from')
		.execute();

const wholeSecond = (ms: number) => ms - (ms % 1000);

const toMissing = ({ account, before, after }: Join, amount: number): Missing => {
	const from = wholeSecond(before.at);
	const to = wholeSecond(after.at);
	const isPaid = isPaidInto(account);
	const of = isPaid ? '' : ` of the ${account}`;
	return {
		from,
		to: Math.max(to, from + 1000),
		amount,
		isPaidInto: isPaid,
		text: `${cents(Math.abs(amount))} are missing between the last line${of} of ${instantText(from)} and the first line of ${instantText(to)}.`,
	};
};

/**
 * Finds where statements of one account meet in a time range and the balance of the later one does not follow from the
 * earlier one and the lines between them.
 */
const findMissing = async (db: Db, from: number, to: number): Promise<Missing[]> => {
	const joins = joinsOf(await knownStatements(db), from, to);
	if (joins.length === 0) return [];
	const moved = await movedIn(db, joins);
	return joins
		.map((join) => ({
			join,
			amount: join.after.balance - join.before.balance - (moved.get(join) ?? 0),
		}))
		.filter(({ amount }) => amount !== 0)
		.map(({ join, amount }) => toMissing(join, amount));
};

/** A half-open range: from the first instant up to, but without, the second. */
export type Span = [from: number, to: number];

/** Returns the time that statements cover of the accounts that payers pay into, as ordered spans that do not touch. */
export const spansOf = async (db: Db): Promise<Span[]> => {
	const rows = await db
		.selectFrom('statements')
		.select(['covers_from', 'covers_to', 'account'])
		.orderBy('covers_from')
		.execute();
	const spans: Span[] = [];
	for (const { covers_from, covers_to } of rows.filter(({ account }) => isPaidInto(account))) {
		const [from, to] = [Date.parse(covers_from), Date.parse(covers_to)];
		const last = spans.at(-1);
		if (last && from <= last[1]) last[1] = Math.max(last[1], to);
		else spans.push([from, to]);
	}
	return spans;
};

/** Converts spans to the API's format: ISO 8601 in UTC. */
export const rangesOf = (spans: readonly Span[]) =>
	spans.map((span) => span.map((ms) => new Date(ms).toISOString()));

/** Returns the parts of a span that ordered spans do not cover. */
const gapsIn = (spans: readonly Span[], [from, to]: Span): Span[] => {
	const gaps: Span[] = [];
	let reached = from;
	for (const [start, end] of [...spans, [to, to] as const]) {
		if (Math.min(start, to) > reached) gaps.push([reached, Math.min(start, to)]);
		reached = Math.max(reached, end);
	}
	return gaps;
};

/** Returns the uncovered time directly before and after a span, up to the next span. */
export const adjacentGaps = (spans: readonly Span[], [from, to]: Span): Span[] => {
	const previous = spans.findLast((span) => span[0] < from);
	const next = spans.find((span) => span[1] > to);
	return [
		...(previous && previous[1] < from ? [[previous[1], from] as Span] : []),
		...(next && next[0] > to ? [[to, next[0]] as Span] : []),
	];
};

/** Returns the parts of spans in order within a time. */
const clip = (spans: readonly Span[], [from, to]: Span) =>
	spans
		.filter((span) => span[1] > from && span[0] < to)
		.map(([start, end]): Span => [Math.max(start, from), Math.min(end, to)]);

/**
 * Returns what statements cover between two moments, the gaps up to `now`, and money that moved between two statements
 * and is on neither; its time counts as a gap. In milliseconds.
 */
export const coverageOf = async (db: Db, from: number, to: number, now: number) => {
	const missing = await findMissing(db, from, to);
	const without = missing
		.filter((each) => each.isPaidInto)
		.map((each): Span => [each.from, each.to])
		.sort(([one], [other]) => one - other);
	const spans = clip(await spansOf(db), [from, to]);
	const covered = spans.flatMap((span) => gapsIn(clip(without, span), span));
	return { covered, gaps: gapsIn(covered, [from, Math.min(to, now)]), missing };
};
export type Coverage = Awaited<ReturnType<typeof coverageOf>>;

/** Returns the first moment that statements cover, in milliseconds; undefined without statements. */
export const firstCovered = async (db: Db) => (await spansOf(db))[0]?.[0];

const MOVEMENTS = {
	paid_in: sql`case when kind in ('payment', 'other', 'reversal') then paid_in else 0 end`,
	moved_in: sql`case when kind = 'sweep' then paid_in else 0 end`,
	moved_out: sql`case when kind = 'sweep' then withdrawn else 0 end`,
	to_bank: sql`case when kind = 'withdrawal' then withdrawn - paid_in else 0 end`,
	paid_out: sql`case when kind in ('payment', 'other') then withdrawn else 0 end`,
	charges: sql`case when kind = 'charge' then withdrawn - paid_in else 0 end`,
	reversals: sql`case when kind = 'reversal' then withdrawn else 0 end`,
};
type Movements = Record<keyof typeof MOVEMENTS, number>;

/** Balances and movements of an account, in shillings: opening plus what came in, less what went out, is closing. */
export interface AccountFigures extends Movements {
	short_code: string | null;
	account: string | null;
	/** Null if no statement gives a balance. */
	opening: number | null;
	closing: number | null;
	/** The closing balance less the opening balance and the lines: 0 unless a statement lacks lines. */
	missing: number | null;
}

/** Sums the lines of statements between two moments, in cents. */
const movementsOf = async (db: Db, ids: ReadonlySet<string>, from: number, to: number) => {
	const sums = Object.entries(MOVEMENTS).map(([name, of]) => sql`sum(${of}) as ${sql.ref(name)}`);
	const { rows } = await sql<{ statement: string } & Movements>`
		select statement, ${sql.join(sums)} from statement_lines
		where completed_at >= ${iso(from)} and completed_at < ${iso(to)} group by statement`.execute(
		db,
	);
	const own = rows.filter(({ statement }) => ids.has(statement));
	const sum = (name: keyof Movements) => own.reduce((all, row) => all + Number(row[name]), 0);
	const movements = Object.fromEntries(
		Object.keys(MOVEMENTS).map((name) => [name, sum(name as keyof Movements)]),
	) as Movements;
	const { paid_in, moved_in, ...out } = movements;
	const net = paid_in + moved_in - Object.values(out).reduce((all, each) => all + each, 0);
	return { movements, net };
};

/** Returns the balance of an account at a moment: the nearest one that a statement gives, with the lines in between. */
const balanceAt = async (
	db: Db,
	ids: ReadonlySet<string>,
	points: readonly Point[],
	at: number,
) => {
	const point = points.findLast((each) => each.at <= at) ?? points[0];
	if (!point) return null;
	const [from, to] = [Math.min(point.at, at), Math.max(point.at, at)];
	const { net } = await movementsOf(db, ids, from, to);
	return point.balance + (point.at <= at ? net : -net);
};

/** Returns the balances and movements of each account that statements cover between two moments. */
export const accountsOf = async (db: Db, from: number, to: number): Promise<AccountFigures[]> => {
	const accounts: AccountFigures[] = [];
	for (const of of byAccount(await knownStatements(db)).values()) {
		if (!of.some((each) => Date.parse(each.covers_from) < to && Date.parse(each.covers_to) > from))
			continue;
		const ids = new Set(of.map(({ id }) => id));
		const points = of.flatMap(pointsOf).sort((one, other) => one.at - other.at);
		const opening = await balanceAt(db, ids, points, from);
		const closing = await balanceAt(db, ids, points, to);
		const { movements, net } = await movementsOf(db, ids, from, to);
		const inShillings = Object.entries(movements).map(([name, sum]) => [name, sum / 100]);
		accounts.push({
			short_code: of[0]?.short_code ?? null,
			account: of.find((each) => each.account !== null)?.account ?? null,
			opening: opening === null ? null : opening / 100,
			...(Object.fromEntries(inShillings) as Movements),
			closing: closing === null ? null : closing / 100,
			missing: opening === null || closing === null ? null : (closing - opening - net) / 100,
		});
	}
	return accounts;
};
