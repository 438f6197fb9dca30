import { sql } from 'kysely';
import { findFailure, toWireCode } from '#shared/contract/finance/result-codes.ts';
import type { PendingAge } from '#shared/contract/finance/transactions-query.ts';
import { getDayStart, getMonthOfDay, parseDay, toMonthNumber } from '#shared/east-africa-time.ts';
import type { Database, Db, Trx } from '../../platform/db/database.ts';
import { toInstantSql } from '../../platform/db/engine.ts';
import { type Status, toSeq } from './tables.ts';

/** A payment added to (`sign` 1) or removed from (-1) a status. A transition is both. */
export interface Change {
	/** The time of the payment, in milliseconds. */
	at: number;
	status: Status;
	amount: number;
	sign: 1 | -1;
}

/** Number and sum (shillings) of the payments of a status. */
export interface Figure {
	status: Status;
	n: number;
	amount: number;
}
export interface MonthFigure extends Figure {
	/** As `toMonthNumber` counts months. */
	month: number;
}
export interface DayFigure extends Figure {
	/** As `dayOf` counts days. */
	day: number;
}

/** Months or days, both included; without an end, all. */
export interface Span {
	from?: number;
	to?: number;
}

/** Sums figures by month and status. */
const sumByMonth = (figures: readonly MonthFigure[]) => {
	const sums = new Map<string, MonthFigure>();
	for (const { month, status, n, amount } of figures) {
		const key = `${month} ${status}`;
		const sum = sums.get(key) ?? { month, status, n: 0, amount: 0 };
		sum.n += n;
		sum.amount += amount;
		sums.set(key, sum);
	}
	return sums;
};

/**
 * Adds changes to the stored months; call this in the transaction that changes the payments. Void payments do not
 * count (decision 0130).
 */
export const countChanges = async (trx: Trx, changes: readonly Change[]) => {
	const sums = sumByMonth(
		changes
			.filter(({ status }) => status !== 'void')
			.map(({ at, status, amount, sign }) => ({
				month: toMonthNumber(at),
				status,
				n: sign,
				amount: sign * amount,
			})),
	);
	// The same order in every transaction prevents deadlocks.
	const rows = [...sums]
		.filter(([, { n, amount }]) => n !== 0 || amount !== 0)
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([, sum]) => sum);
	if (rows.length === 0) return;
	await trx
		.insertInto('payment_months')
		.values(rows)
		.onConflict((conflict) =>
			conflict.columns(['month', 'status']).doUpdateSet((eb) => ({
				n: eb('payment_months.n', '+', eb.ref('excluded.n')),
				amount: eb('payment_months.amount', '+', eb.ref('excluded.amount')),
			})),
		)
		.execute();
};

/** Returns the stored figures of months. */
export const readMonthFigures = (db: Db, { from, to }: Span = {}): Promise<MonthFigure[]> => {
	let query = db.selectFrom('payment_months').select(['month', 'status', 'n', 'amount']);
	if (from !== undefined) query = query.where('month', '>=', from);
	if (to !== undefined) query = query.where('month', '<=', to);
	return query.execute();
};

/** Reads the days of a query. */
export const parseSpan = ({
	from,
	to,
}: {
	from?: string | undefined;
	to?: string | undefined;
}): Span => ({
	...(from !== undefined && { from: parseDay(from) as number }),
	...(to !== undefined && { to: parseDay(to) as number }),
});

/** Returns the range of `seq` of the payments of some days: from the first up to, but without, the second. */
export const toSeqRange = ({ from, to }: Span) => ({
	from: from === undefined ? 0 : toSeq(getDayStart(from)),
	to: to === undefined ? Number.MAX_SAFE_INTEGER : toSeq(getDayStart(to + 1)),
});

/** The time by which a payment counts in the books: M-Pesa's, or `created_at` without one; the expression of its index. */
export const selectBookingTime = (db: Db) =>
	sql<string>`coalesce(payments.paid_at, ${toInstantSql(db, sql`payments.seq / 1024`)})`;

/** True for one of `payments` that counts in the books of some days. */
export const isBookedWithin = (db: Db, { from, to }: Span) => {
	const time = selectBookingTime(db);
	const iso = (day: number) => new Date(getDayStart(day)).toISOString();
	const after = from === undefined ? sql`1 = 1` : sql`${time} >= ${iso(from)}`;
	const before = to === undefined ? sql`1 = 1` : sql`${time} < ${iso(to + 1)}`;
	return sql<boolean>`(${after} and ${before})`;
};

/** Counts and sums the payments of some days that are not void, by day of East Africa Time and status. */
export const readDayFigures = async (db: Db, span: Span = {}): Promise<DayFigure[]> => {
	const { from, to } = toSeqRange(span);
	// As `dayOf(fromSeq(seq))`. SQLite divides bound numbers as floating point, so these are literals.
	const day = sql<number>`(seq / 1024 + 10800000) / 86400000`;
	const rows = await db
		.selectFrom('payments')
		.select([
			day.as('day'),
			'status',
			sql<number>`count(*)`.as('n'),
			sql<number>`sum(amount)`.as('amount'),
		])
		.where('seq', '>=', from)
		.where('seq', '<', to)
		.where('status', '<>', 'void')
		.groupBy([day, 'status'])
		.execute();
	return rows.map((row) => ({
		...row,
		day: Number(row.day),
		n: Number(row.n),
		amount: Number(row.amount),
	}));
};

const MINUTE_MS = 60_000;
/** Upper bound of each age of a pending payment, in milliseconds. */
const LIMITS_MS: Readonly<Record<PendingAge, number>> = {
	'under 5 minutes': 5 * MINUTE_MS,
	'under 1 hour': 60 * MINUTE_MS,
	'under 1 day': 24 * 60 * MINUTE_MS,
	'over 1 day': Number.POSITIVE_INFINITY,
};

/** Returns the range of `seq` of the payments of an age by `now`: from the first up to, but without, the second. */
export const toSeqRangeByAge = (age: PendingAge, now: number) => {
	const most = LIMITS_MS[age];
	const least = Math.max(0, ...Object.values(LIMITS_MS).filter((limit) => limit < most));
	return {
		from: most === Number.POSITIVE_INFINITY ? 0 : toSeq(now - most) + 1,
		to: least === 0 ? Number.MAX_SAFE_INTEGER : toSeq(now - least) + 1,
	};
};

interface Sum {
	n: number;
	amount: number;
}

/** A stored figure that differs from the payments. */
export interface Difference {
	month: number;
	status: Status;
	stored: Sum;
	counted: Sum;
}

const NOTHING: Sum = { n: 0, amount: 0 };

const countMonths = async (db: Db) =>
	sumByMonth(
		(await readDayFigures(db)).map(({ day, ...sum }) => ({ month: getMonthOfDay(day), ...sum })),
	);

/** Counts every payment again and returns the stored figures that differ. */
export const compareFigures = (read: Db): Promise<Difference[]> =>
	read
		.transaction()
		.setIsolationLevel('repeatable read')
		.execute(async (db) => {
			const stored = sumByMonth(await readMonthFigures(db));
			const counted = await countMonths(db);
			const sumIn = (sums: typeof stored, key: string) => {
				const { n, amount } = sums.get(key) ?? NOTHING;
				return { n, amount };
			};
			return [...new Map([...stored, ...counted])].flatMap(([key, { month, status }]) => {
				const [a, b] = [sumIn(stored, key), sumIn(counted, key)];
				if (a.n === b.n && a.amount === b.amount) return [];
				return [{ month, status, stored: a, counted: b }];
			});
		});

/** Replaces the stored figures by those of the payments; nothing else may write at the same time. */
export const rebuildFigures = (database: Database) =>
	database.write(async (trx) => {
		const rows = [...(await countMonths(trx)).values()];
		await trx.deleteFrom('payment_months').execute();
		if (rows.length > 0) await trx.insertInto('payment_months').values(rows).execute();
	});

/**
 * Sums figures over all their days or months: payments of each status, of all listed ones, and the money received. Written-off
 * payments count only among all.
 */
export const sumFigures = (rows: readonly Figure[]) => {
	const sums = { total: 0, completed: 0, pending: 0, failed: 0, amount: 0 };
	for (const { status, n, amount } of rows) {
		if (status === 'void') continue;
		sums.total += n;
		if (status === 'written_off') continue;
		sums[status] += n;
		if (status === 'completed') sums.amount += amount;
	}
	return sums;
};

/** Lists the failed payments of some days by result code, most frequent first. */
export const readFailures = async (db: Db, span: Span) => {
	const { from, to } = toSeqRange(span);
	const rows = await db
		.selectFrom('payments')
		.select(['result_code', sql<number>`count(*)`.as('total')])
		.where('status', '=', 'failed')
		.where('seq', '>=', from)
		.where('seq', '<', to)
		.groupBy('result_code')
		.execute();
	return rows
		.map((row) => {
			const result_code = toWireCode(row.result_code);
			const { meaning = null, action = null } = findFailure(result_code) ?? {};
			return { result_code, meaning, action, total: Number(row.total) };
		})
		.sort((a, b) => b.total - a.total || (String(a.result_code) < String(b.result_code) ? -1 : 1));
};
