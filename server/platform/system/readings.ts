import type { SystemCheck } from '#shared/contract/platform/system.ts';
import { buildFirstId } from '../audit/audit-log.ts';
import { findMostPhoneSearches, listManyReveals } from '../audit/store.ts';
import type { Database, Db } from '../db/database.ts';
import { measureFreeSpace } from '../files/staging.ts';
import type { Health } from './health.ts';
import { readLastBackup } from './last-backup.ts';

/** A value that a part adds to the metrics; undefined while it is not known. */
export interface Metric {
	name: string;
	help: string;
	value: number | undefined;
}

/** Measures a part as of `now` (milliseconds), for the status page and the metrics. */
export type Watch = (db: Db, now: number) => Promise<{ checks: SystemCheck[]; metrics: Metric[] }>;

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

/** Reads all values as of `now`, in milliseconds. `watches` measure the parts that are on. */
export const takeReadings = async (
	{ engine, read, bytes }: Database,
	health: Health,
	{ dataDir, watches }: { dataDir: string; watches: readonly Watch[] },
	now: number,
) => {
	const [size, files, disk, backup, parts, refused, reveals, searches, jobs] = await Promise.all([
		bytes(),
		health.files(),
		measureFreeSpace(dataDir),
		readLastBackup(read),
		Promise.all(watches.map((watch) => watch(read, now))),
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
		parts,
		refusedSignIns: refused,
		reveals,
		searches,
		jobs,
	};
};
