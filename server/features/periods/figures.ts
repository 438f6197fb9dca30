import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { PackFigures } from '#shared/contract/periods.ts';
import { lineStateNames } from '#shared/contract/reconciliation-query.ts';
import { dayOf, dayText, monthOf } from '#shared/east-africa-time.ts';
import type { Db } from '../../db/database.ts';
import { dayText as dayOfInstant } from '../../db/engine.ts';
import { monthFigures, readFailures, sumFigures } from '../payments/figures.ts';
import type { Coverage } from '../reconciliation/coverage/store.ts';
import {
	AMOUNT,
	BOOKED,
	figuresFrom,
	type Items,
	placeOf,
	sumsOf,
} from '../reconciliation/store.ts';
import type { Month } from '../reconciliation/tables.ts';
import { periodItems, RETURNED } from './items.ts';
import { digestOf, IS_EXCEPTION, IS_RETURNED, rowTexts } from './rows.ts';

const ZONE_HOURS = 3;

/** What a month's items of a state come to on a day, beyond what the desk sums up. */
interface DaySums {
	day: string;
	payments: number;
	returns: number;
	returned: number;
	exceptions: number;
	exceptions_amount: number;
}

const ALSO = sql`, day, sum(case when ${BOOKED} > 0 then 1 else 0 end) as payments, sum(${RETURNED}) as returned,
	sum(case when ${IS_RETURNED} then 1 else 0 end) as returns,
	sum(case when ${IS_EXCEPTION} then 1 else 0 end) as exceptions,
	sum(case when ${IS_EXCEPTION} then ${AMOUNT} else 0 end) as exceptions_amount`;

const sumsByDay = (db: Db, items: Items) => {
	const day = dayOfInstant(db, placeOf(db), ZONE_HOURS);
	return sumsOf<DaySums>(db, sql`select items.*, ${day} as day from (${items}) as items`, {
		by: sql`, day`,
		also: ALSO,
	});
};
type Sums = Awaited<ReturnType<typeof sumsByDay>>;

const total = (rows: Sums, of: (row: Sums[number]) => number) =>
	rows.reduce((sum, row) => sum + Number(of(row)), 0);

const daysOf = (sums: Sums, { from, to }: Month) => {
	const found = Map.groupBy(sums, (row) => row.day);
	const first = dayOf(from);
	return Array.from({ length: dayOf(to) - first }, (_, at) => {
		const day = dayText(first + at);
		const rows = found.get(day) ?? [];
		return {
			day,
			in: total(rows, (row) => row.came_in) / 100,
			out: total(rows, (row) => row.went_out) / 100,
			books: total(rows, (row) => row.booked) / 100,
			payments: total(rows, (row) => row.payments),
		};
	});
};

/** What was given back of items, and what of them is an exception. */
const countsOf = (sums: Sums) => ({
	returned: {
		count: total(sums, (row) => row.returns),
		amount: total(sums, (row) => row.returned) / 100,
	},
	exceptions: {
		count: total(sums, (row) => row.exceptions),
		amount: total(sums, (row) => row.exceptions_amount) / 100,
	},
});

/** Payments that were begun in a month, by status, and those that failed by reason. */
const begunIn = async (db: Db, { from, to }: Month) => {
	const month = monthOf(from);
	const { completed, pending, failed } = sumFigures(
		await monthFigures(db, { from: month, to: month }),
	);
	const failures = await readFailures(db, { from: dayOf(from), to: dayOf(to) - 1 });
	return {
		asked: { completed, pending, failed },
		failures: failures.map(({ result_code, meaning, total }) => ({ result_code, meaning, total })),
	};
};

/** All that a month's items come to, and how many completed payments among them lack a receipt. */
export const packFiguresOf = async (db: Db, items: Items, month: Month, coverage: Coverage) => {
	const sums = await sumsByDay(db, items);
	const { figures, unreceipted } = figuresFrom(sums, coverage);
	const { returned, exceptions } = countsOf(sums);
	const all: PackFigures = {
		...figures,
		returned,
		net: (Math.round(figures.books.in * 100) - Math.round(returned.amount * 100)) / 100,
		days: daysOf(sums, month),
		...(await begunIn(db, month)),
		exceptions,
		rows: digestOf(await rowTexts(db, items)),
	};
	return { figures: all, unreceipted };
};

/** What a month (`yyyy-MM`) comes to as of `now`, from what there is to match. */
export const lookAt = async (db: Db, text: string, now: number) => {
	const found = await periodItems(db, text, now);
	const { figures, unreceipted } = await packFiguresOf(
		db,
		found.items,
		found.month,
		found.coverage,
	);
	return { ...found, figures, unreceipted, checksum: checksumOf(text, figures) };
};

const spans = (some: readonly (readonly string[])[]) =>
	some.map(([from, to]) => `${from}/${to}`).join(' ') || 'none';

/**
 * The figures of a month as text, a line each and in one order, whatever shows them: what its checksum is of.
 * Amounts are shillings with two decimals.
 */
export const canonicalOf = (month: string, figures: PackFigures) => {
	const money = (amount: number) => amount.toFixed(2);
	const { statement, books, states, asked, days, failures, exceptions, rows, arrived } = figures;
	return [
		`Month ${month}`,
		`Statement in ${money(statement.in)}`,
		`Statement out ${money(statement.out)}`,
		`Covered ${spans(statement.covered)}`,
		`Not covered ${spans(statement.gaps)}`,
		`Books ${money(books.in)}`,
		`Returned ${figures.returned.count} ${money(figures.returned.amount)}`,
		`Net ${money(figures.net)}`,
		`Difference ${money(figures.difference)}`,
		`Explained ${money(figures.explained)}`,
		`Unexplained ${money(figures.unexplained)}`,
		...statement.missing.map(({ from, to, amount }) => `Missing ${from}/${to} ${money(amount)}`),
		// Months that were closed before this state existed keep their checksum.
		...lineStateNames
			.filter((name) => name !== 'paid_out' || states.paid_out.count > 0)
			.map((name) => `State ${name} ${states[name].count} ${money(states[name].amount)}`),
		`Exceptions ${exceptions.count} ${money(exceptions.amount)}`,
		...(rows ? [`Rows ${rows.count} SHA-256 ${rows.sha256}`] : []),
		...(arrived ? [`Adjustments ${arrived.count} SHA-256 ${arrived.sha256}`] : []),
		...days.map(
			({ day, payments, ...sums }) =>
				`Day ${day} in ${money(sums.in)} out ${money(sums.out)} books ${money(sums.books)} payments ${payments}`,
		),
		`Begun completed ${asked.completed} pending ${asked.pending} failed ${asked.failed}`,
		...failures.map(
			({ result_code, total }) => `Failed ${result_code ?? 'without a code'} ${total}`,
		),
		'',
	].join('\n');
};

/** The SHA-256 of the figures of a month and of the rows of its pack, in hexadecimal. */
export const checksumOf = (month: string, figures: PackFigures) =>
	createHash('sha256').update(canonicalOf(month, figures)).digest('hex');
