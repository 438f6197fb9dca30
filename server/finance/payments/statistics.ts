import { sql } from 'kysely';
import { statisticsCalls } from '#shared/contract/finance/calls.ts';
import type { Statistics, Trends } from '#shared/contract/finance/statistics.ts';
import { pendingAges } from '#shared/contract/finance/transactions-query.ts';
import {
	formatDay,
	formatMonth,
	getFirstDay,
	toDayNumber,
	toMonthNumber,
} from '#shared/east-africa-time.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import { listManyReveals } from '../../platform/audit/store.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { listChangedMonths } from '../periods/store.ts';
import { countToAssign } from './conditions.ts';
import {
	type DayFigure,
	isBookedWithin,
	type MonthFigure,
	parseSpan,
	readDayFigures,
	readFailures,
	readMonthFigures,
	sumFigures,
	toSeqRangeByAge,
} from './figures.ts';
import { countMarked, countUnmatched, findDeliveryGaps } from './unmatched.ts';

const DAYS = 30;
const MONTHS = 12;

const sumMonth = (rows: readonly MonthFigure[], month: number) =>
	sumFigures(rows.filter((row) => row.month === month));

/** Lists consecutive days with their sums, also those without payments. */
const listDays = (rows: readonly DayFigure[], first: number, length: number) => {
	const byDay = Map.groupBy(rows, ({ day }) => day);
	return Array.from({ length }, (_, at) => ({
		day: formatDay(first + at),
		...sumFigures(byDay.get(first + at) ?? []),
	}));
};

/** Counts and sums the payments of a month by the time at which they count in the books. */
const readBookedFigures = async (db: Db, month: number) => {
	const days = { from: getFirstDay(month), to: getFirstDay(month + 1) - 1 };
	const rows = await db
		.selectFrom('payments')
		.select(['status', sql<number>`count(*)`.as('n'), sql<number>`sum(amount)`.as('amount')])
		.where(isBookedWithin(db, days))
		.groupBy('status')
		.execute();
	return rows.map((row) => ({ ...row, month, n: Number(row.n), amount: Number(row.amount) }));
};

/**
 * Returns the spec's figures as of now (milliseconds), from the stored months; last month and this month by M-Pesa's time
 * if `by` is `paid`.
 */
export const readStatistics = async (db: Db, now: number, by?: 'paid'): Promise<Statistics> => {
	const months = await readMonthFigures(db);
	const { amount: totalAmount, ...totals } = sumFigures(months);
	const totalOfMonth = async (month: number) => {
		const figures = by === 'paid' ? await readBookedFigures(db, month) : months;
		const { total, amount } = sumMonth(figures, month);
		return { total, amount };
	};
	const month = toMonthNumber(now);
	return {
		...totals,
		totalAmount,
		lastMonth: await totalOfMonth(month - 1),
		thisMonth: await totalOfMonth(month),
	};
};

/** Counts pending payments by how long they have waited, from the shortest to the longest. */
const countByAge = async (db: Db, now: number) => {
	const pending = await db
		.selectFrom('payments')
		.select('seq')
		.where('status', '=', 'pending')
		.execute();
	return pendingAges.map((age) => {
		const { from, to } = toSeqRangeByAge(age, now);
		return { age, total: pending.filter(({ seq }) => seq >= from && seq < to).length };
	});
};

/** Sums last month's days up to today's day of the month, or all of them if that month is shorter. */
const sumSameDays = (figures: readonly DayFigure[], today: number, month: number) => {
	const from = getFirstDay(month - 1);
	const to = Math.min(from + today - getFirstDay(month), getFirstDay(month) - 1);
	const { total, amount } = sumFigures(figures.filter(({ day }) => day >= from && day <= to));
	return { total, amount, from: formatDay(from), to: formatDay(to) };
};

/** Returns figures by day and month, failures, open work and gaps in deliveries, as of now (milliseconds). */
export const readTrends = async (
	db: Db,
	now: number,
): Promise<Omit<Trends, 'reveals' | 'changed_months'>> => {
	const today = toDayNumber(now);
	const month = toMonthNumber(now);
	const firstDay = today - DAYS + 1;
	const firstMonth = month - MONTHS + 1;
	const days = await readDayFigures(db, {
		from: Math.min(firstDay, getFirstDay(month - 1)),
		to: today,
	});
	const months = await readMonthFigures(db, { from: firstMonth, to: month });
	return {
		days: listDays(days, firstDay, DAYS),
		months: Array.from({ length: MONTHS }, (_, at) => firstMonth + at).map((each) => ({
			month: formatMonth(each),
			first: formatDay(getFirstDay(each)),
			last: formatDay(getFirstDay(each + 1) - 1),
			...sumMonth(months, each),
		})),
		sameDays: sumSameDays(days, today, month),
		failures: await readFailures(db, { from: firstDay, to: today }),
		pendingByAge: await countByAge(db, now),
		...(await findDeliveryGaps(db, now)),
		at: new Date(now).toISOString(),
		booked: sumFigures(await readBookedFigures(db, month)).amount,
		marked: await countMarked(db, now),
		...(await countToAssign(db)),
		unmatched: await countUnmatched(db),
	};
};

/** Adds the routes of the dashboard's figures. */
export const addStatisticsRoutes = (api: Api, database: Database, now: () => number) => {
	answerCalls(api, { database, now }, statisticsCalls, {
		getStatistics: (request) => readStatistics(database.read, now(), request.query.by),
		listFailures: (request) => readFailures(database.read, parseSpan(request.query)),
		getTrends: async (request) => ({
			...(await readTrends(database.read, now())),
			changed_months: request.caller?.may.has('payments:act')
				? await listChangedMonths(database.read, now())
				: [],
			reveals: request.caller?.may.has('audit:read')
				? await listManyReveals(database.read, now())
				: [],
		}),
	});
};
