import { sql } from 'kysely';
import type { PeriodPart } from '#shared/contract/finance/periods.ts';
import type { MonthFigures } from '#shared/contract/finance/reconciliation.ts';
import { OPEN_STATES, type OutPart } from '#shared/contract/finance/reconciliation-query.ts';
import { formatDay, toDayNumber } from '#shared/east-africa-time.ts';
import type { Db } from '../../platform/db/database.ts';
import { toDaySql as dayOfInstant } from '../../platform/db/engine.ts';
import { selectNotes } from '../reconciliation/month.ts';
import { type AccountFigures, readAccountFigures } from '../reconciliation/statement-coverage.ts';
import {
	AMOUNT,
	BOOKED,
	CAME_IN,
	type Items,
	OUT_PART,
	readMonthItems,
	selectItemTime,
	sumsOf,
	toFigures,
} from '../reconciliation/store.ts';
import type { Month } from '../reconciliation/tables.ts';
import { listDecisionIds } from './changes-since-closing.ts';
import { listParts, sumFigure } from './parts.ts';

const ZONE_HOURS = 3;

/** Amount returned to a payer of a payment in the books, in cents. */
export const RETURNED = sql`case
	when ${OUT_PART} = 'given_back' then withdrawn
	when state = 'returned' then payment_amount * 100 else 0 end`;
/** Whether an item is open, has a decision, or adds to the difference. */
export const IS_EXCEPTION = sql`(decided is not null or ${CAME_IN} <> ${BOOKED} or state in (${sql.join(OPEN_STATES.map((state) => sql.lit(state)))}))`;

/** The sums by day that the desk does not show. */
interface DaySums {
	day: string;
	out_part: OutPart | null;
	payments: number;
	returns: number;
	returned: number;
	exceptions: number;
	exceptions_amount: number;
}
const DAY_SUMS = sql`, day, out_part, sum(case when ${BOOKED} > 0 then 1 else 0 end) as payments, sum(${RETURNED}) as returned,
	sum(case when ${RETURNED} > 0 then 1 else 0 end) as returns,
	sum(case when ${IS_EXCEPTION} then 1 else 0 end) as exceptions,
	sum(case when ${IS_EXCEPTION} then ${AMOUNT} else 0 end) as exceptions_amount`;

const sumByDay = (db: Db, items: Items) => {
	const day = dayOfInstant(db, selectItemTime(db), ZONE_HOURS);
	return sumsOf<DaySums>(
		db,
		sql`select items.*, ${day} as day, ${OUT_PART} as out_part from (${items}) as items`,
		{
			by: sql`, day, out_part`,
			also: DAY_SUMS,
		},
	);
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
	parts: PeriodPart[];
};

/** Figures stored with a closed month and shown in its workbook. */
export interface WholeFigures extends PeriodFigures {
	accounts: AccountFigures[];
	/** The decisions that counted, for changes after the closing; undefined in closings of earlier releases. */
	decisions?: number[];
}

/** Returns the items of a month (`yyyy-MM`) as of `now`, returns included, and its figures. */
export const readMonth = async (db: Db, text: string, now: number) => {
	const { items: matched, month, coverage } = await readMonthItems(db, text, now);
	const items: Items = sql`select * from (${matched}) as matched union all ${selectNotes(month)}`;
	const sums = await sumByDay(db, items);
	const { figures: desk, ...open } = toFigures(sums, coverage);
	const parts = listParts(text, sums);
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
		parts,
		net: sumFigure(parts, 'net'),
	};
	return { ...open, items, month, figures };
};
export type MonthReading = Awaited<ReturnType<typeof readMonth>>;

/** Adds balances by account and the decisions that count to a month's figures. */
export const completeFigures = async (
	db: Db,
	{ figures, month }: MonthReading,
): Promise<WholeFigures> => {
	const { from, to } = month;
	return {
		...figures,
		accounts: await readAccountFigures(db, from, to),
		decisions: await listDecisionIds(db, month),
	};
};
