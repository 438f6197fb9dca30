import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { PackFigures } from '#shared/contract/periods.ts';
import { lineStateNames, OPEN_STATES } from '#shared/contract/reconciliation.ts';
import { codeOnWire, resultCode } from '#shared/contract/result-codes.ts';
import { dayOf, dayText, monthOf } from '#shared/east-africa-time.ts';
import type { Db } from '../../db/database.ts';
import { dayText as dayOfInstant } from '../../db/engine.ts';
import { figures as counted } from '../payments/counts/store.ts';
import {
	BOOKED,
	CAME_IN,
	type Coverage,
	figuresOf,
	type Items,
	type Month,
	placeOf,
	WENT_OUT,
} from '../reconciliation/store.ts';
import { periodItems, RETURNED } from './items.ts';

const ZONE_HOURS = 3;

/** What an exception is: somebody decided about it, or it is open. */
export const IS_EXCEPTION = sql`(decided is not null or state in (${sql.join(OPEN_STATES.map((state) => sql.lit(state)))}))`;

const daysOf = async (db: Db, items: Items, { from, to }: Month) => {
	const { rows } = await sql<
		Record<'came_in' | 'went_out' | 'booked' | 'payments', number> & { day: string }
	>`
		select day, sum(came_in) as came_in, sum(went_out) as went_out, sum(booked) as booked,
			sum(case when booked > 0 then 1 else 0 end) as payments
		from (select ${dayOfInstant(db, placeOf(db), ZONE_HOURS)} as day, ${CAME_IN} as came_in,
			${WENT_OUT} as went_out, ${BOOKED} as booked from (${items}) as items) as found
		group by day`.execute(db);
	const found = new Map(rows.map((row) => [row.day, row]));
	const first = dayOf(from);
	return Array.from({ length: dayOf(to) - first }, (_, at) => {
		const day = dayText(first + at);
		const { came_in = 0, went_out = 0, booked = 0, payments = 0 } = found.get(day) ?? {};
		return {
			day,
			...{ in: Number(came_in) / 100, out: Number(went_out) / 100, books: Number(booked) / 100 },
			payments: Number(payments),
		};
	});
};

const AMOUNT = sql`case when paid_in > 0 then paid_in when withdrawn > 0 then withdrawn
	else coalesce(payment_amount, 0) * 100 end`;
const IS_RETURNED = sql`state in ('reversed', 'returned')`;

const sumOf = (name: string, where: RawBuilder<unknown>, amount: RawBuilder<unknown>) =>
	sql`sum(case when ${where} then 1 else 0 end) as ${sql.ref(name)},
		sum(case when ${where} then ${amount} else 0 end) as ${sql.ref(`${name}_amount`)}`;

/** What was given back of items, and what of them is an exception. */
const countsOf = async (db: Db, items: Items) => {
	const { rows } = await sql<Record<string, number | null>>`
		select ${sumOf('returned', IS_RETURNED, RETURNED)}, ${sumOf('exceptions', IS_EXCEPTION, AMOUNT)}
		from (${items}) as items`.execute(db);
	const of = (name: string) => ({
		count: Number(rows[0]?.[name] ?? 0),
		amount: Number(rows[0]?.[`${name}_amount`] ?? 0) / 100,
	});
	return { returned: of('returned'), exceptions: of('exceptions') };
};

/** Payments that were begun in a month, by status, and those that failed by reason: from the counters alone. */
const begunIn = async (db: Db, { from, to }: Month) => {
	const month = monthOf(from);
	const statuses = await counted(db, 'month', { from: month, to: month });
	const of = (label: string) => statuses.find((row) => row.label === label)?.n ?? 0;
	const reasons = new Map<string, number>();
	for (const { label, n } of await counted(db, 'reason', { from: dayOf(from), to: dayOf(to) - 1 }))
		reasons.set(label, (reasons.get(label) ?? 0) + n);
	const failures = [...reasons]
		.filter(([, total]) => total > 0)
		.sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
		.map(([label, total]) => {
			const result_code = codeOnWire(label === '' ? null : label);
			return { result_code, meaning: resultCode(result_code)?.meaning ?? null, total };
		});
	const asked = { completed: of('completed'), pending: of('pending'), failed: of('failed') };
	return { asked, failures };
};

/** All that a month's items come to, and how many completed payments among them lack a receipt. */
export const packFiguresOf = async (db: Db, items: Items, month: Month, coverage: Coverage) => {
	const { figures, unreceipted } = await figuresOf(db, items, coverage);
	const { returned, exceptions } = await countsOf(db, items);
	const all: PackFigures = {
		...figures,
		returned,
		net: (Math.round(figures.books.in * 100) - Math.round(returned.amount * 100)) / 100,
		days: await daysOf(db, items, month),
		...(await begunIn(db, month)),
		exceptions,
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
	const { statement, books, states, asked, days, failures, exceptions } = figures;
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
		...lineStateNames.map(
			(name) => `State ${name} ${states[name].count} ${money(states[name].amount)}`,
		),
		`Exceptions ${exceptions.count} ${money(exceptions.amount)}`,
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

/** The SHA-256 of the figures of a month, in hexadecimal. */
export const checksumOf = (month: string, figures: PackFigures) =>
	createHash('sha256').update(canonicalOf(month, figures)).digest('hex');
