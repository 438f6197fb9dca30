import { sql } from 'kysely';
import { isPaidInto } from '#shared/contract/finance/statements.ts';
import { formatIso, formatMessageTime } from '#shared/east-africa-time.ts';
import type { Db } from '../../platform/db/database.ts';
import type { StatementLine } from '../mpesa/statement/lines.ts';
import { formatCents } from './reasons.ts';
import { type StatementRow, toShillings } from './tables.ts';

/** A balance from a statement, at the millisecond after its last movement. */
interface Point {
	statement: string;
	at: number;
	balance: number;
}

/** An account of a short code: its statements and the balances that they give, oldest first. */
interface Account {
	short_code: string | null;
	account: string | null;
	statements: readonly StatementRow[];
	ids: ReadonlySet<string>;
	points: readonly Point[];
}

/** Returns the balances before the first and after the last line, or at the end of a statement without lines. */
const listPoints = (row: StatementRow): Point[] => {
	const { id, opening, closing, covers_to, first_line_at: first, last_line_at: last } = row;
	if (opening === null || closing === null) return [];
	const end = { statement: id, balance: Number(closing) };
	if (first === null || last === null) return [{ ...end, at: Date.parse(covers_to) }];
	return [
		{ statement: id, at: Date.parse(first), balance: Number(opening) },
		{ ...end, at: Date.parse(last) + 1 },
	];
};

type Named = Pick<StatementRow, 'short_code' | 'account'>;

/**
 * Returns a function that names the account of a statement. The newer template often names no account: its statements
 * belong to the only account of the short code that payers pay into, if there is only one.
 */
export const makeAccountFinder = (rows: readonly Named[]) => {
	const named = Map.groupBy(
		rows.filter(({ account }) => account !== null && isPaidInto(account)),
		({ short_code }) => short_code,
	);
	return ({ short_code, account }: Named) => {
		const names = new Set(named.get(short_code)?.map((row) => row.account));
		return JSON.stringify([short_code, account ?? (names.size === 1 ? [...names][0] : null)]);
	};
};

/** Reads statements by short code and account, with one that is not imported yet. */
const readAccounts = async (db: Db, ...added: StatementRow[]): Promise<Account[]> => {
	const stored = await db.selectFrom('statements').selectAll().execute();
	const rows = [...stored.filter(({ sha256 }) => sha256 !== added[0]?.sha256), ...added].sort(
		(one, other) => (one.covers_from < other.covers_from ? -1 : 1),
	);
	return [...Map.groupBy(rows, makeAccountFinder(rows))].map(([name, statements]) => {
		const [short_code, account] = JSON.parse(name);
		return {
			short_code,
			account,
			statements,
			ids: new Set(statements.map(({ id }) => id)),
			points: statements.flatMap(listPoints).sort((one, other) => one.at - other.at),
		};
	});
};

const MOVEMENTS = {
	paid_in: sql`case when kind in ('payment', 'other', 'reversal') then paid_in else 0 end`,
	moved_in: sql`case when kind = 'sweep' then paid_in else 0 end`,
	moved_out: sql`case when kind = 'sweep' then withdrawn else 0 end`,
	to_bank: sql`case when kind = 'withdrawal' then withdrawn - paid_in else 0 end`,
	paid_out: sql`case when kind in ('payment', 'other') then withdrawn else 0 end`,
	charges: sql`case when kind = 'charge' then withdrawn else 0 end`,
	reversals: sql`case when kind = 'reversal' then withdrawn else 0 end`,
};
type Movements = Record<keyof typeof MOVEMENTS, number>;
const movementNames = Object.keys(MOVEMENTS) as (keyof Movements)[];

/** Sums the lines of an account between two moments, in cents. */
const sumMovements = async (db: Db, { ids }: Account, from: number, to: number) => {
	const sums = movementNames.map((name) => sql`sum(${MOVEMENTS[name]}) as ${sql.ref(name)}`);
	const { rows } = await sql<{ statement: string } & Movements>`
		select statement, ${sql.join(sums)} from statement_line_rows
		where completed_at >= ${formatIso(from)} and completed_at < ${formatIso(to)} group by statement`.execute(
		db,
	);
	const own = rows.filter(({ statement }) => ids.has(statement));
	const movements = Object.fromEntries(
		movementNames.map((name) => [name, own.reduce((all, row) => all + Number(row[name]), 0)]),
	) as Movements;
	const { paid_in, moved_in, ...out } = movements;
	const net = paid_in + moved_in - Object.values(out).reduce((all, each) => all + each, 0);
	return { movements, net };
};

const isCovered = (statements: readonly StatementRow[], from: number, to: number) => {
	let reached = from;
	for (const { covers_from, covers_to, stated_to } of statements)
		if (Date.parse(covers_from) <= reached)
			reached = Math.max(reached, Date.parse(stated_to ?? covers_to));
	return reached >= to;
};

const cutToSecond = (ms: number) => ms - (ms % 1000);

/**
 * Finds money that moved between two statements of an account and is on neither: where they meet in a time range, the
 * balance of the later one does not follow from the earlier one and the lines between them. Times are milliseconds;
 * amounts are cents, negative if more went out than the lines show. `added` are lines that are not stored yet.
 */
const findMissing = async (
	db: Db,
	account: Account,
	[from, to]: Span,
	added: readonly StatementLine[] = [],
) => {
	const missing: { from: number; to: number; amount: number; text: string }[] = [];
	const accountWords = isPaidInto(account.account) ? '' : ` of the ${account.account}`;
	for (const [index, next] of account.points.entries()) {
		const previous = account.points[index - 1];
		if (!previous || previous.statement === next.statement) continue;
		if (next.at <= from || previous.at >= to) continue;
		if (!isCovered(account.statements, previous.at, next.at)) continue;
		const { net } = await sumMovements(db, account, previous.at, next.at);
		const more = added
			.filter(({ completedAt: at }) => at >= previous.at && at < next.at)
			.reduce((sum, { paidIn, withdrawn }) => sum + paidIn - withdrawn, 0);
		const amount = next.balance - previous.balance - net - more;
		const [start, end] = [cutToSecond(previous.at), cutToSecond(next.at)];
		const text = `${formatCents(Math.abs(amount))} ${amount < 0 ? 'went out' : 'came in'} between the last line${accountWords} of ${formatMessageTime(start)} and the first line of ${formatMessageTime(end)}, and no statement shows it.`;
		if (amount !== 0) missing.push({ from: start, to: Math.max(end, start + 1000), amount, text });
	}
	return missing;
};

/** A half-open range: from the first instant up to, but without, the second. */
export type Span = [from: number, to: number];

/** Returns the time that statements cover of the accounts that payers pay into, as ordered spans that do not touch. */
export const readSpans = async (db: Db): Promise<Span[]> => {
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
export const toRanges = (spans: readonly Span[]) =>
	spans.map((span) => span.map((ms) => new Date(ms).toISOString()));

/** Returns the parts of a span that ordered spans do not cover. */
const findGaps = (spans: readonly Span[], [from, to]: Span): Span[] => {
	const gaps: Span[] = [];
	let reached = from;
	for (const [start, end] of [...spans, [to, to] as const]) {
		if (Math.min(start, to) > reached) gaps.push([reached, Math.min(start, to)]);
		reached = Math.max(reached, end);
	}
	return gaps;
};

/** Returns the uncovered time directly before and after a span, up to the next span. */
export const findAdjacentGaps = (spans: readonly Span[], [from, to]: Span): Span[] => {
	const previous = spans.findLast((span) => span[0] < from);
	const next = spans.find((span) => span[1] > to);
	return [
		...(previous && previous[1] < from ? [[previous[1], from] as Span] : []),
		...(next && next[0] > to ? [[to, next[0]] as Span] : []),
	];
};

/** Returns the parts of spans in order within a time. */
const cutSpans = (spans: readonly Span[], [from, to]: Span) =>
	spans
		.filter((span) => span[1] > from && span[0] < to)
		.map(([start, end]): Span => [Math.max(start, from), Math.min(end, to)]);

/**
 * Returns what statements cover between two moments, the gaps up to `now`, and money that moved between two statements
 * and is on neither; its time counts as a gap. In milliseconds.
 */
export const readCoverage = async (db: Db, from: number, to: number, now: number) => {
	const missing: Awaited<ReturnType<typeof findMissing>> = [];
	const without: Span[] = [];
	for (const account of await readAccounts(db)) {
		const missingHere = await findMissing(db, account, [from, to]);
		missing.push(...missingHere);
		if (isPaidInto(account.account))
			without.push(...missingHere.map((each): Span => [each.from, each.to]));
	}
	without.sort(([one], [other]) => one - other);
	const spans = cutSpans(await readSpans(db), [from, to]);
	const covered = spans.flatMap((span) => findGaps(cutSpans(without, span), span));
	return { covered, gaps: findGaps(covered, [from, Math.min(to, now)]), missing };
};
export type Coverage = Awaited<ReturnType<typeof readCoverage>>;

/** Finds money that is missing between a statement that is not imported yet, with its new lines, and those next to it. */
export const findMissingNear = async (
	db: Db,
	row: StatementRow,
	added: readonly StatementLine[],
) => {
	const account = (await readAccounts(db, row)).find(({ ids }) => ids.has(row.id));
	const times = listPoints(row).map(({ at }) => at);
	if (!account || times.length === 0) return [];
	return findMissing(db, account, [Math.min(...times) - 1, Math.max(...times) + 1], added);
};

/** Converts missing money to the API's format. */
export const toMissing = (missing: Coverage['missing']) =>
	missing.map(({ from, to, amount, text }) => ({
		from: new Date(from).toISOString(),
		to: new Date(to).toISOString(),
		amount: amount / 100,
		text,
	}));

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

/** Returns the balance of an account at a moment: the nearest one that a statement gives, with the lines in between. */
const computeBalance = async (db: Db, account: Account, at: number) => {
	const point = account.points.findLast((each) => each.at <= at) ?? account.points[0];
	if (!point) return null;
	const [from, to] = [Math.min(point.at, at), Math.max(point.at, at)];
	const { net } = await sumMovements(db, account, from, to);
	return point.balance + (point.at <= at ? net : -net);
};

/** Returns the balances and movements of each account that statements cover between two moments. */
export const readAccountFigures = async (
	db: Db,
	from: number,
	to: number,
): Promise<AccountFigures[]> => {
	const figures: AccountFigures[] = [];
	for (const each of await readAccounts(db)) {
		const { short_code, account, statements } = each;
		if (
			!statements.some(
				(row) => Date.parse(row.covers_from) < to && Date.parse(row.covers_to) > from,
			)
		)
			continue;
		const opening = await computeBalance(db, each, from);
		const closing = await computeBalance(db, each, to);
		const { movements, net } = await sumMovements(db, each, from, to);
		const sums = movementNames.map((name) => [name, movements[name] / 100]);
		figures.push({
			short_code,
			account,
			opening: toShillings(opening),
			...(Object.fromEntries(sums) as Movements),
			closing: toShillings(closing),
			missing: opening === null || closing === null ? null : (closing - opening - net) / 100,
		});
	}
	return figures;
};
