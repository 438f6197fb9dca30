import { codeOnWire, resultCode } from '#shared/contract/result-codes.ts';
import type { Statistics, Trends } from '#shared/contract/statistics.ts';
import { type PendingAge, pendingAges } from '#shared/contract/transactions-query.ts';
import { dayOf, dayText, firstDayOf, monthOf, monthText } from '#shared/east-africa-time.ts';
import type { Db } from '../../db/database.ts';
import { totalOf } from '../../db/total.ts';
import { placesOfAge } from '../payments/ages/store.ts';
import { deliveryGaps } from '../payments/evidence/store.ts';
import {
	type DayFigure,
	dayFigures,
	type Figure,
	failureCounts,
	type MonthFigure,
	monthFigures,
	type Span,
	storedTotal,
} from '../payments/figures/store.ts';
import { countMarked } from '../payments/marks/store.ts';
import { countUnmatched } from '../payments/strays/store.ts';
import { countToAssign } from '../payments/to-assign/store.ts';

const DAYS = 30;
const MONTHS = 12;
const OLDEST: PendingAge = 'over 1 day';

/** Sums figures over all their days or months: payments of each status, of all, and the money received. */
export const sumFigures = (rows: readonly Figure[]) => {
	const sums = { total: 0, completed: 0, pending: 0, failed: 0, amount: 0 };
	for (const { status, n, amount } of rows) {
		sums[status] += n;
		sums.total += n;
		if (status === 'completed') sums.amount += amount;
	}
	return sums;
};

const ofMonth = (rows: readonly MonthFigure[], month: number) =>
	sumFigures(rows.filter((row) => row.month === month));

/** Lists consecutive days with their sums, also those without payments. */
const listDays = (rows: readonly DayFigure[], first: number, length: number) => {
	const byDay = Map.groupBy(rows, ({ day }) => day);
	return Array.from({ length }, (_, at) => ({
		day: dayText(first + at),
		...sumFigures(byDay.get(first + at) ?? []),
	}));
};

/** Returns the spec's figures as of now (milliseconds), from the stored months alone. */
export const readStatistics = async (db: Db, now: number): Promise<Statistics> => {
	const months = await monthFigures(db);
	const { amount: totalAmount, ...totals } = sumFigures(months);
	const totalOfMonth = (month: number) => {
		const { total, amount } = ofMonth(months, month);
		return { total, amount };
	};
	const month = monthOf(now);
	return {
		...totals,
		totalAmount,
		lastMonth: totalOfMonth(month - 1),
		thisMonth: totalOfMonth(month),
	};
};

/** Pending payments by how long they have waited, from the shortest to the longest. */
const pendingByAge = async (db: Db, now: number) => {
	const ages = await Promise.all(
		pendingAges
			.filter((age) => age !== OLDEST)
			.map(async (age) => {
				const { from, to } = placesOfAge(age, now);
				const pending = db.selectFrom('payments').where('status', '=', 'pending');
				return {
					age,
					total: await totalOf(pending.where('seq', '>=', from).where('seq', '<', to)),
				};
			}),
	);
	// All others are the oldest.
	const { total: all } = await storedTotal(db, 'pending').executeTakeFirstOrThrow();
	const younger = ages.reduce((sum, { total }) => sum + total, 0);
	return [...ages, { age: OLDEST, total: all - younger }];
};

/** Sums last month's days up to today's day of the month, or all of them where that month is shorter. */
const sumSameDays = (figures: readonly DayFigure[], today: number, month: number) => {
	const from = firstDayOf(month - 1);
	const to = Math.min(from + today - firstDayOf(month), firstDayOf(month) - 1);
	const { total, amount } = sumFigures(figures.filter(({ day }) => day >= from && day <= to));
	return { total, amount, from: dayText(from), to: dayText(to) };
};

/** Lists the failed payments of some days by result code, most frequent first. */
export const readFailures = async (db: Db, days: Span) =>
	(await failureCounts(db, days))
		.map((row) => {
			const result_code = codeOnWire(row.result_code);
			const known = resultCode(result_code);
			return {
				result_code,
				meaning: known?.meaning ?? null,
				action: known?.action ?? null,
				total: row.total,
			};
		})
		.sort((a, b) => b.total - a.total || (String(a.result_code) < String(b.result_code) ? -1 : 1));

/** Days, months, failures, what waits and whether anything arrives, as of now (milliseconds). */
export const readTrends = async (
	db: Db,
	now: number,
): Promise<Omit<Trends, 'reveals' | 'reviews'>> => {
	const today = dayOf(now);
	const month = monthOf(now);
	const firstDay = today - DAYS + 1;
	const firstMonth = month - MONTHS + 1;
	const days = await dayFigures(db, {
		from: Math.min(firstDay, firstDayOf(month - 1)),
		to: today,
	});
	const months = await monthFigures(db, { from: firstMonth, to: month });
	return {
		days: listDays(days, firstDay, DAYS),
		months: Array.from({ length: MONTHS }, (_, at) => firstMonth + at).map((each) => ({
			month: monthText(each),
			first: dayText(firstDayOf(each)),
			last: dayText(firstDayOf(each + 1) - 1),
			...ofMonth(months, each),
		})),
		sameDays: sumSameDays(days, today, month),
		failures: await readFailures(db, { from: firstDay, to: today }),
		pendingByAge: await pendingByAge(db, now),
		...(await deliveryGaps(db, now)),
		at: new Date(now).toISOString(),
		marked: await countMarked(db, now),
		...(await countToAssign(db)),
		strays: await countUnmatched(db),
	};
};
