import { readMonthFigures, sumFigures } from '../../finance/payments/figures.ts';
import { countUnmatched, findDeliveryGaps } from '../../finance/payments/unmatched.ts';
import { buildFirstId } from '../audit/audit-log.ts';
import { findMostPhoneSearches, listManyReveals } from '../audit/store.ts';
import type { Database, Db } from '../db/database.ts';
import { measureFreeSpace } from '../files/staging.ts';
import type { Health } from './health.ts';
import { readLastBackup } from './last-backup.ts';

const countChecksDue = (db: Db, now: number) =>
	db
		.selectFrom('payment_checks')
		.select((eb) => [eb.fn.countAll<number>().as('due'), eb.fn.min('due_at').as('oldest')])
		.where('due_at', '<=', new Date(now).toISOString())
		.executeTakeFirstOrThrow();

const HOUR_MS = 3_600_000;

/** Sums refused sign-ins of the last hour. Refusals are recorded once a minute, so one row can count several. */
const countRefusedSignIns = async (db: Db, now: number) => {
	const rows = await db
		.selectFrom('audit_log')
		.select('details')
		.where('item_kind', '=', 'address')
		.where('action', '=', 'sign_in_refused')
		.where('id', '>=', buildFirstId(now - HOUR_MS))
		.limit(10_000)
		.execute();
	const countOf = (details: string | null) =>
		Number((JSON.parse(details ?? '{}') as { count?: number }).count ?? 1);
	return rows.reduce((sum, { details }) => sum + countOf(details), 0);
};

/** Measured values of the installation, for the status page and the metrics. */
export type Readings = Awaited<ReturnType<typeof takeReadings>>;

/** Reads all values as of `now`, in milliseconds. */
export const takeReadings = async (
	{ engine, read, bytes }: Database,
	health: Health,
	dataDir: string,
	now: number,
) => {
	const [
		size,
		files,
		disk,
		backup,
		months,
		due,
		unsaid,
		unmatched,
		refused,
		reveals,
		searches,
		jobs,
	] = await Promise.all([
		bytes(),
		health.files(),
		measureFreeSpace(dataDir),
		readLastBackup(read),
		readMonthFigures(read),
		countChecksDue(read, now),
		findDeliveryGaps(read, now),
		countUnmatched(read, new Date(now - 24 * HOUR_MS).toISOString()),
		countRefusedSignIns(read, now),
		listManyReveals(read, now),
		findMostPhoneSearches(read, now),
		read.selectFrom('jobs').selectAll().orderBy('name').execute(),
	]);
	return {
		database: { engine, bytes: size },
		files,
		/** Free bytes on the disk of the data folder, and the limit below which uploads stop. */
		disk,
		backup,
		payments: {
			pending: sumFigures(months).pending,
			/** The number of due status queries to M-Pesa, and the time of the oldest, ISO 8601. */
			checksDue: Number(due.due),
			oldestDue: (due.oldest as string | null) ?? null,
			...unsaid,
		},
		unmatched,
		refusedSignIns: refused,
		reveals,
		searches,
		jobs,
	};
};
