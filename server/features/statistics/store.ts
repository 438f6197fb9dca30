import { codeOnWire, resultCode } from '#shared/contract/result-codes.ts';
import type { Statistics, Trends } from '#shared/contract/statistics.ts';
import { type PendingAge, pendingAges } from '#shared/contract/transactions-query.ts';
import { dayOf, dayText, firstDayOf, monthOf, monthText } from '#shared/east-africa-time.ts';
import type { Db } from '../../db/database.ts';
import { totalOf } from '../../db/total.ts';
import { placesOfAge } from '../payments/ages/store.ts';
import { type Figure, figures } from '../payments/counts/store.ts';
import { deliveryGaps } from '../payments/evidence/store.ts';
import { countMarked } from '../payments/marks/store.ts';
import { countUnmatched } from '../payments/strays/store.ts';
import { countToAssign } from '../payments/to-assign/store.ts';

const DAYS = 30;
const MONTHS = 12;
const OLDEST: PendingAge = 'over 1 day';

/** Figures of the three statuses as one: how many each, in all, and the money received. */
export const together = (rows: readonly Figure[]) => {
	const of = (label: string) => rows.find((row) => row.label === label);
	const [completed, pending, failed] = ['completed', 'pending', 'failed'].map(
		(label) => of(label)?.n ?? 0,
	) as [number, number, number];
	return {
		total: completed + pending + failed,
		completed,
		pending,
		failed,
		amount: of('completed')?.amount ?? 0,
	};
};

const series = (rows: readonly Figure[], first: number, length: number) => {
	const byBucket = Map.groupBy(rows, ({ bucket }) => bucket);
	return Array.from({ length }, (_, at) => ({
		bucket: first + at,
		...together(byBucket.get(first + at) ?? []),
	}));
};

/** The spec's figures as of now (milliseconds), from the counters alone. */
export const readStatistics = async (db: Db, now: number): Promise<Statistics> => {
	const month = monthOf(now);
	const [all, months] = await Promise.all([
		figures(db, 'all'),
		figures(db, 'month', { from: month - 1, to: month }),
	]);
	const { amount: totalAmount, ...totals } = together(all);
	const [lastMonth, thisMonth] = series(months, month - 1, 2).map(({ total, amount }) => ({
		total,
		amount,
	})) as [Statistics['lastMonth'], Statistics['thisMonth']];
	return { ...totals, totalAmount, lastMonth, thisMonth };
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
	// All others are the oldest, however many: the counters know.
	const all = together(await figures(db, 'all', { label: 'pending' })).pending;
	const younger = ages.reduce((sum, { total }) => sum + total, 0);
	return [...ages, { age: OLDEST, total: all - younger }];
};

/** Last month's days up to the one that today is of this month; all of it, where it is shorter. */
const sameDays = async (db: Db, today: number, month: number) => {
	const from = firstDayOf(month - 1);
	const to = Math.min(from + today - firstDayOf(month), firstDayOf(month) - 1);
	const days = series(await figures(db, 'day', { from, to }), from, to - from + 1);
	const sum = (of: 'total' | 'amount') => days.reduce((all, day) => all + day[of], 0);
	return { total: sum('total'), amount: sum('amount'), from: dayText(from), to: dayText(to) };
};

/** Failed payments of some days, both included, by result code, most frequent first; from the counters alone. */
export const readFailures = async (db: Db, days: { from?: number; to?: number }) => {
	const totals = new Map<string, number>();
	for (const { label, n } of await figures(db, 'reason', days))
		totals.set(label, (totals.get(label) ?? 0) + n);
	return [...totals]
		.filter(([, total]) => total > 0)
		.map(([label, total]) => {
			const result_code = codeOnWire(label === '' ? null : label);
			const known = resultCode(result_code);
			return { result_code, meaning: known?.meaning ?? null, action: known?.action ?? null, total };
		})
		.sort((a, b) => b.total - a.total || (String(a.result_code) < String(b.result_code) ? -1 : 1));
};

/** Days, months, failures, what waits and whether anything arrives, as of now (milliseconds). */
export const readTrends = async (
	db: Db,
	now: number,
): Promise<Omit<Trends, 'reveals' | 'reviews'>> => {
	const today = dayOf(now);
	const month = monthOf(now);
	const firstDay = today - DAYS + 1;
	const firstMonth = month - MONTHS + 1;
	const [days, months] = await Promise.all([
		figures(db, 'day', { from: firstDay, to: today }),
		figures(db, 'month', { from: firstMonth, to: month }),
	]);
	return {
		days: series(days, firstDay, DAYS).map(({ bucket, ...sums }) => ({
			day: dayText(bucket),
			...sums,
		})),
		months: series(months, firstMonth, MONTHS).map(({ bucket, ...sums }) => ({
			month: monthText(bucket),
			first: dayText(firstDayOf(bucket)),
			last: dayText(firstDayOf(bucket + 1) - 1),
			...sums,
		})),
		sameDays: await sameDays(db, today, month),
		failures: await readFailures(db, { from: firstDay, to: today }),
		pendingByAge: await pendingByAge(db, now),
		...(await deliveryGaps(db, now)),
		at: new Date(now).toISOString(),
		marked: await countMarked(db, now),
		...(await countToAssign(db)),
		strays: await countUnmatched(db),
	};
};
