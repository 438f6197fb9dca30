import { type RawBuilder, sql } from 'kysely';
import type {
	MonthFigures,
	ReconciliationLine,
	ReconciliationSuggestion,
} from '#shared/contract/finance/reconciliation.ts';
import {
	lineStateNames,
	OPEN_STATES,
	type ReconciliationLinesQuery,
	type RowState,
} from '#shared/contract/finance/reconciliation-query.ts';
import { foldCase } from '#shared/contract/platform/fields.ts';
import { readPage } from '../../platform/api/page.ts';
import type { Db } from '../../platform/db/database.ts';
import { toInstantSql } from '../../platform/db/engine.ts';
import { readCompletionTimes } from '../payments/store.ts';
import { selectItems, selectOnlyNotes } from './month.ts';
import { describeReason, isSecondLine } from './reasons.ts';
import { buildSearchText, isSearched } from './search-text.ts';
import { type Coverage, readCoverage, toMissing, toRanges } from './statement-coverage.ts';
import { listLineSuggestions } from './suggestions.ts';
import { getItemTime, getPaidAt, type Item, parseMonth, toShillings } from './tables.ts';
import { findTwins } from './twins.ts';

/** Money in and out by an item of the statement, and its amount in our books, in cents. */
export const CAME_IN = sql`case when "of" = 'statement' and state <> 'sweep' then paid_in else 0 end`;
const WENT_OUT = sql`case when state = 'sweep' and kind = 'sweep' then 0 else coalesce(withdrawn, 0) end`;
/** The part of the money out that an item is: see `outParts`; null without money out. */
export const OUT_PART = sql`case when ${WENT_OUT} = 0 or "of" <> 'statement' then null
	when state = 'charge' then 'charges' when state = 'sweep' then 'to_bank' when state = 'not_ours' then 'not_ours'
	when state <> 'reversed' then 'paid_out'
	when payment_status = 'completed' then 'given_back' else 'not_in_records' end`;
export const BOOKED = sql`case when payment_status = 'completed' and ("of" = 'books' or paid_in > 0)
	then payment_amount * 100 else 0 end`;
/** The unexplained amount of an open item, in cents. */
const SIZE = sql`case when state in ('paid_out', 'reversal_open') then withdrawn else abs(${CAME_IN} - ${BOOKED}) end`;
/** Returns the time of an item: M-Pesa's, or else ours. */
export const selectItemTime = (db: Db) =>
	sql`coalesce(at, ${toInstantSql(db, sql`payment_seq / 1024`)})`;

/** A table of `Item`: the present one, or the stored one of a closed month. */
export type Items = RawBuilder<unknown>;

interface StateSums {
	state: RowState;
	count: number;
	amount: number;
	came_in: number;
	went_out: number;
	booked: number;
	size: number;
	unreceipted: number;
}

const isOpen = (state: string) => (OPEN_STATES as readonly string[]).includes(state);

/** Returns the items of a month (`yyyy-MM`) as of `now`, and what statements cover of it. */
export const readMonthItems = async (db: Db, text: string, now: number) => {
	const month = parseMonth(text);
	const coverage = await readCoverage(db, month.from, month.to, now);
	return { month, coverage, items: selectItems(month, coverage, now) as Items };
};

/** The amount of an item, in cents. */
export const AMOUNT = sql`case when paid_in > 0 then paid_in when withdrawn > 0 then withdrawn
	else coalesce(payment_amount, 0) * 100 end`;

/** Sums items by state in one scan, and also by `by` and with the sums `also`, if given. */
export const sumsOf = async <More extends object = object>(
	db: Db,
	items: Items,
	{ by = sql``, also = sql`` }: { by?: RawBuilder<unknown>; also?: RawBuilder<unknown> } = {},
) => {
	const { rows } = await sql<StateSums & More>`
		select state, count(*) as count, sum(${AMOUNT}) as amount,
			sum(${CAME_IN}) as came_in, sum(${WENT_OUT}) as went_out,
			sum(${BOOKED}) as booked, sum(${SIZE}) as size,
			sum(case when "of" = 'books' and payment_status = 'completed' and payment_receipt is null then 1 else 0 end) as unreceipted ${also}
		from (${items}) as items group by state ${by}`.execute(db);
	return rows;
};

/**
 * Returns the figures of such sums, the number of completed payments without a receipt, and the sum of the absolute
 * amounts of open lines.
 */
export const toFigures = (sums: readonly StateSums[], coverage: Coverage) => {
	const cents = (of: (row: StateSums) => number) =>
		sums.reduce((total, row) => total + Number(of(row)), 0);
	const sum = (of: (row: StateSums) => number) => cents(of) / 100;
	/** Sums the statement less the books over some states. */
	const statementLessBooks = (has: (state: string) => boolean) =>
		sum((row) => (has(row.state) ? Number(row.came_in) - Number(row.booked) : 0));
	const figures: Omit<MonthFigures, 'net'> = {
		statement: {
			in: sum((row) => row.came_in),
			out: sum((row) => row.went_out),
			covered: toRanges(coverage.covered),
			gaps: toRanges(coverage.gaps),
			missing: toMissing(coverage.missing),
		},
		books: { in: sum((row) => row.booked) },
		difference: statementLessBooks(() => true),
		not_covered: statementLessBooks((state) => state === 'waiting'),
		explained: statementLessBooks((state) => state !== 'waiting' && !isOpen(state)),
		unexplained: statementLessBooks(isOpen),
		states: Object.fromEntries(
			lineStateNames.map((state) => {
				const of = (field: 'count' | 'amount') =>
					cents((row) => (row.state === state ? row[field] : 0));
				return [state, { count: of('count'), amount: of('amount') / 100 }];
			}),
		) as MonthFigures['states'],
	};
	return {
		figures,
		unreceipted: cents((row) => row.unreceipted),
		openAmount: sum((row) => (isOpen(row.state) ? row.size : 0)),
	};
};

/** An item with what it adds to the statement and to our records, in cents. */
type CountedItem = Item & { came_in: number; booked: number };

const toWire = (
	item: CountedItem,
	suggestions: ReconciliationSuggestion[],
	booked_at: string | null,
	warning: string | null,
): ReconciliationLine => ({
	id: item.id,
	of: item.of,
	at: getItemTime(item),
	state: item.state,
	kind: item.kind,
	receipt: item.receipt,
	details: item.details,
	payer_name: item.payer_name,
	phone: item.phone,
	account_reference: item.account_reference,
	paid_in: toShillings(item.paid_in),
	withdrawn: item.of === 'note' ? Number(item.payment_amount) : toShillings(item.withdrawn),
	linked_receipt: item.linked_receipt,
	transaction:
		item.payment_id === null || item.of === 'note'
			? null
			: {
					id: item.payment_id,
					amount: Number(item.payment_amount),
					at: getPaidAt(item),
					booked_at,
					status: item.payment_status ?? '',
					receipt: item.payment_receipt,
				},
	counts: { in: toShillings(item.came_in), books: toShillings(item.booked) },
	reason: describeReason({ ...item, at: getItemTime(item) }),
	second_line: isSecondLine(item),
	decision:
		item.decided === null
			? null
			: {
					id: Number(item.decision_id),
					as: item.decided,
					reason: item.reason ?? '',
					by: item.decided_by ?? '',
					at: item.decided_at ?? '',
					transaction_id: ['booked', 'attached'].includes(item.decided) ? item.payment_id : null,
				},
	suggestions,
	warning,
});

/** A query for items; with `now`, they come with suggestions as of then. */
interface Wanted {
	where?: RawBuilder<unknown>;
	order?: RawBuilder<unknown>;
	limit: number;
	offset?: number;
	now?: number;
	/** Searches only the visible digits of phones. */
	hides?: boolean;
}

/** Returns a page of items as the API shows them, latest first by default, and the total. */
export const listItemLines = async (
	db: Db,
	items: Items,
	{
		where = sql`1 = 1`,
		order = sql`place desc, id`,
		limit,
		offset = 0,
		now,
		hides = false,
	}: Wanted,
) => {
	const matches = sql`(select items.*, ${buildSearchText(db, hides)} as searched, ${selectItemTime(db)} as place,
		coalesce(${CAME_IN}, 0) as came_in, ${BOOKED} as booked from (${items}) as items) as found where ${where}`;
	// Counted with the page, because comparing a month with its statement takes longer than all else.
	const page = await sql<
		CountedItem & { total: number }
	>`select *, count(*) over () as total from ${matches}
		order by ${order} limit ${limit} offset ${offset}`.execute(db);
	const isPastEnd = page.rows.length === 0 && offset > 0;
	const { rows: counted } = isPastEnd
		? await sql<{ total: number }>`select count(*) as total from ${matches}`.execute(db)
		: page;
	const suggestions = now === undefined ? new Map() : await listLineSuggestions(db, page.rows, now);
	const twins = now === undefined ? new Map<string, string>() : await findTwins(db, page.rows);
	const ids = page.rows.flatMap(({ payment_id }) => payment_id ?? []);
	const booked = await readCompletionTimes(db, ids);
	const data = page.rows.map((item) =>
		toWire(
			item,
			suggestions.get(item.id) ?? [],
			booked.get(item.payment_id ?? '') ?? null,
			twins.get(item.id) ?? null,
		),
	);
	return { data, total: Number(counted[0]?.total ?? 0) };
};

/** Lists the lines of a month and the payments without a line, newest first: a page, and the total. */
export const listLines = async (
	db: Db,
	{ month, state, out, search, ...paging }: ReconciliationLinesQuery & { month: string },
	now: number,
	hides: boolean,
) => {
	const items =
		state === 'returned'
			? selectOnlyNotes(parseMonth(month))
			: (await readMonthItems(db, month, now)).items;
	const states = state === 'open' ? OPEN_STATES : state && [state];
	const words = foldCase(search ?? '');
	const conditions = [
		...(states ? [sql`state in (${sql.join(states)})`] : []),
		...(out ? [sql`${OUT_PART} = ${out}`] : []),
		...(words === '' ? [] : [isSearched(db, words)]),
	];
	const where = sql.join([sql`1 = 1`, ...conditions], sql` and `);
	return listItemLines(db, items, { where, ...readPage(paging), now, hides });
};
