import { sql } from 'kysely';
import type { MonthFigures } from '#shared/contract/reconciliation.ts';
import { OPEN_STATES } from '#shared/contract/reconciliation-query.ts';
import { formatDay, toDayNumber, toMonthNumber } from '#shared/east-africa-time.ts';
import type { Db } from '../../db/database.ts';
import { toDaySql as dayOfInstant } from '../../db/engine.ts';
import { isAdjustment } from '../decisions/store.ts';
import { readFailures, readMonthFigures, sumFigures } from '../payments/figures.ts';
import { isReversalLine, isUnnoted } from '../payments/payment-state.ts';
import { type AccountFigures, readAccountFigures } from '../reconciliation/coverage.ts';
import {
	AMOUNT,
	BOOKED,
	type Items,
	readMonthItems,
	selectItemTime,
	sumsOf,
	toFigures,
} from '../reconciliation/store.ts';
import type { Month } from '../reconciliation/tables.ts';

const ZONE_HOURS = 3;
const formatIso = (ms: number) => new Date(ms).toISOString();

/** Counts the notes like `a` up to and including it: of the same payment and amount, without a receipt. */
const notesSoFar = sql`(select count(*) from decisions as b where b.payment_id = a.payment_id
	and b.receipt is null and b.amount_shillings = a.amount_shillings and b.id <= a.id and ${isAdjustment('b')})`;
/** Counts the lines that take such an amount of a payment `p` back and that no note names: each is one such note. */
const linesLike = sql`(select count(*) from statement_lines as l where l.linked_receipt = p.receipt
	and l.withdrawn / 100 = a.amount_shillings and ${isReversalLine} and ${isUnnoted})`;

/** Selects the refunds and reversals that people noted in a month, as `Item`, without those that a statement line shows. */
const selectNotes = ({ from, to }: Month) => sql`
	select 'note ' || a.id as id, 'note' as "of", a.at, a.what as kind, a.receipt, null as details,
		p.payer_name, p.phone, p.account_reference, null as paid_in, null as withdrawn, p.receipt as linked_receipt,
		a.payment_id, a.amount_shillings as payment_amount, null as payment_seq, null as payment_paid_at,
		null as payment_status, null as payment_receipt,
		null as decided, a.reason, a.actor_name as decided_by, a.created_at as decided_at, a.id as decision_id, 'returned' as state
	from decisions as a join payments as p on p.id = a.payment_id
	where a.at >= ${formatIso(from)} and a.at < ${formatIso(to)} and ${isAdjustment('a')}
		and not exists (select 1 from statement_lines as l where l.receipt = a.receipt and ${isReversalLine})
		and (a.receipt is not null or ${notesSoFar} > ${linesLike})`;

/** Amount returned to a payer of a payment in the books, in cents. A reversal may name a payment that never was there. */
export const RETURNED = sql`case
	when state = 'reversed' and linked_receipt is not null and coalesce(payment_status, '') <> 'completed' then 0
	when state = 'reversed' then withdrawn
	when state = 'returned' then payment_amount * 100 else 0 end`;
/** Whether an item is open or has a decision. */
export const IS_EXCEPTION = sql`(decided is not null or state in (${sql.join(OPEN_STATES.map((state) => sql.lit(state)))}))`;

/** The sums by day that the desk does not show. */
interface DaySums {
	day: string;
	payments: number;
	returns: number;
	returned: number;
	exceptions: number;
	exceptions_amount: number;
}
const DAY_SUMS = sql`, day, sum(case when ${BOOKED} > 0 then 1 else 0 end) as payments, sum(${RETURNED}) as returned,
	sum(case when ${RETURNED} > 0 then 1 else 0 end) as returns,
	sum(case when ${IS_EXCEPTION} then 1 else 0 end) as exceptions,
	sum(case when ${IS_EXCEPTION} then ${AMOUNT} else 0 end) as exceptions_amount`;

const sumByDay = (db: Db, items: Items) => {
	const day = dayOfInstant(db, selectItemTime(db), ZONE_HOURS);
	return sumsOf<DaySums>(db, sql`select items.*, ${day} as day from (${items}) as items`, {
		by: sql`, day`,
		also: DAY_SUMS,
	});
};
type Sums = Awaited<ReturnType<typeof sumByDay>>;

const sumAll = (rows: Sums, of: (row: Sums[number]) => number) =>
	rows.reduce((sum, row) => sum + Number(of(row)), 0);

const listDays = (sums: Sums, { from, to }: Month) => {
	const sumsOfDays = Map.groupBy(sums, (row) => row.day);
	const first = toDayNumber(from);
	return Array.from({ length: toDayNumber(to) - first }, (_, at) => {
		const day = formatDay(first + at);
		const rows = sumsOfDays.get(day) ?? [];
		return {
			day,
			in: sumAll(rows, (row) => row.came_in) / 100,
			out: sumAll(rows, (row) => row.went_out) / 100,
			books: sumAll(rows, (row) => row.booked) / 100,
			payments: sumAll(rows, (row) => row.payments),
		};
	});
};

/** Figures of a month in shillings: those of the desk, with returns, exceptions and days. */
export type PeriodFigures = MonthFigures & {
	returned: { count: number; amount: number };
	exceptions: { count: number; amount: number };
	days: ReturnType<typeof listDays>;
};

/** Figures stored with a closed month and shown in its workbook. */
export interface WholeFigures extends PeriodFigures {
	accounts: AccountFigures[];
	/** Payments requested in the month, by status. */
	requested: { completed: number; pending: number; failed: number };
	failures: { result_code: number | string | null; meaning: string | null; total: number }[];
}

/** Returns the items of a month (`yyyy-MM`) as of `now`, returns included, and its figures. */
export const readMonth = async (db: Db, text: string, now: number) => {
	const { items: matched, month, coverage } = await readMonthItems(db, text, now);
	const items: Items = sql`select * from (${matched}) as matched union all ${selectNotes(month)}`;
	const sums = await sumByDay(db, items);
	const { figures: desk, ...open } = toFigures(sums, coverage);
	const figures: PeriodFigures = {
		...desk,
		returned: {
			count: sumAll(sums, (row) => row.returns),
			amount: sumAll(sums, (row) => row.returned) / 100,
		},
		exceptions: {
			count: sumAll(sums, (row) => row.exceptions),
			amount: sumAll(sums, (row) => row.exceptions_amount) / 100,
		},
		days: listDays(sums, month),
	};
	return { ...open, items, month, figures, sums };
};
export type MonthReading = Awaited<ReturnType<typeof readMonth>>;

/** Adds balances by account and the payments requested in the month to its figures. */
export const completeFigures = async (
	db: Db,
	{ figures, month }: MonthReading,
): Promise<WholeFigures> => {
	const { from, to } = month;
	const sums = await readMonthFigures(db, { from: toMonthNumber(from), to: toMonthNumber(from) });
	const { completed, pending, failed } = sumFigures(sums);
	const failures = await readFailures(db, { from: toDayNumber(from), to: toDayNumber(to) - 1 });
	return {
		...figures,
		accounts: await readAccountFigures(db, from, to),
		requested: { completed, pending, failed },
		failures: failures.map(({ result_code, meaning, total }) => ({ result_code, meaning, total })),
	};
};
