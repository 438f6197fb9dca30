import { type RawBuilder, sql } from 'kysely';
import type { MonthFigures } from '#shared/contract/reconciliation.ts';
import {
	type LineState,
	lineStateNames,
	OPEN_STATES,
} from '#shared/contract/reconciliation-query.ts';
import type { Db } from '../../db/database.ts';
import { momentText } from '../../db/engine.ts';
import { type Coverage, coverageOf, rangesOf } from './coverage/store.ts';
import { itemsOf } from './month.ts';
import { monthOfText } from './tables.ts';

/** What came in and went out by an item of the statement, and what our books have of it, in cents. */
export const CAME_IN = sql`case when "of" = 'statement' and state <> 'sweep' then paid_in else 0 end`;
export const WENT_OUT = sql`case when state = 'sweep' and kind = 'sweep' then 0 else coalesce(withdrawn, 0) end`;
export const BOOKED = sql`case when payment_status = 'completed' and state <> 'only_statement'
	and ("of" = 'books' or paid_in > 0) then payment_amount * 100 else 0 end`;
/** What of an item is unexplained while it is open, in cents. */
const SIZE = sql`case when state = 'paid_out' then withdrawn else abs(${CAME_IN} - ${BOOKED}) end`;
/** By M-Pesa's clock where it gave a time. */
export const placeOf = (db: Db) => sql`coalesce(at, ${momentText(db, sql`payment_seq / 1024`)})`;

/** A table of `Item`: what there is to match now, or what was kept of it. */
export type Items = RawBuilder<unknown>;

interface StateSums {
	state: LineState;
	count: number;
	amount: number;
	came_in: number;
	went_out: number;
	booked: number;
	size: number;
	unreceipted: number;
}

const isOpen = (state: string) => (OPEN_STATES as readonly string[]).includes(state);

/** What there is to match of a month (`yyyy-MM`) as of `now`, and what of it statements cover. */
export const monthItems = async (db: Db, text: string, now: number) => {
	const month = monthOfText(text);
	const coverage = await coverageOf(db, month.from, month.to, now);
	return { month, coverage, items: itemsOf(month, coverage, now) as Items };
};

/** What an item is about, in cents. */
export const AMOUNT = sql`case when paid_in > 0 then paid_in when withdrawn > 0 then withdrawn
	else coalesce(payment_amount, 0) * 100 end`;

/** What items come to by their state, and by more where it is named, with more sums of them: one walk through them. */
export const sumsOf = async <More extends object = object>(
	db: Db,
	items: Items,
	{ by = sql``, also = sql`` }: { by?: RawBuilder<unknown>; also?: RawBuilder<unknown> } = {},
) => {
	const { rows } = await sql<StateSums & More>`
		select state, count(*) as count, sum(${AMOUNT}) as amount,
			sum(${CAME_IN}) as came_in, sum(${WENT_OUT}) as went_out,
			sum(${BOOKED}) as booked, sum(${SIZE}) as size,
			sum(case when "of" = 'books' and payment_receipt is null then 1 else 0 end) as unreceipted ${also}
		from (${items}) as items group by state ${by}`.execute(db);
	return rows;
};

/** The figures that such sums make, and how many completed payments among them lack a receipt. */
export const figuresFrom = (sums: readonly StateSums[], coverage: Coverage) => {
	const cents = (of: (row: StateSums) => number) =>
		sums.reduce((total, row) => total + Number(of(row)), 0);
	const sum = (of: (row: StateSums) => number) => cents(of) / 100;
	const ofState = (state: string, of: (row: StateSums) => number) =>
		cents((row) => (row.state === state ? of(row) : 0));
	const missing = coverage.missing.reduce((total, { amount }) => total + Math.abs(amount), 0);
	const figures: MonthFigures = {
		statement: {
			in: sum((row) => row.came_in),
			out: sum((row) => row.went_out),
			covered: rangesOf(coverage.covered),
			gaps: rangesOf(coverage.gaps),
			missing: coverage.missing.map(({ from, to, amount, text }) => ({
				from: new Date(from).toISOString(),
				to: new Date(to).toISOString(),
				amount: amount / 100,
				text,
			})),
		},
		books: { in: sum((row) => row.booked) },
		difference: sum((row) => Number(row.came_in) - Number(row.booked)),
		explained: sum((row) => (isOpen(row.state) ? 0 : Number(row.came_in) - Number(row.booked))),
		unexplained: (cents((row) => (isOpen(row.state) ? row.size : 0)) + missing) / 100,
		states: Object.fromEntries(
			lineStateNames.map((state) => {
				const count = ofState(state, (row) => row.count);
				return [state, { count, amount: ofState(state, (row) => row.amount) / 100 }];
			}),
		) as MonthFigures['states'],
	};
	return { figures, unreceipted: cents((row) => row.unreceipted) };
};

/** What items come to, and how many completed payments among them lack a receipt. */
export const figuresOf = async (db: Db, items: Items, coverage: Coverage) =>
	figuresFrom(await sumsOf(db, items), coverage);
