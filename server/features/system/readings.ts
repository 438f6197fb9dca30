import { firstIdAt } from '../../audit/row-id.ts';
import type { AuditHeadRow } from '../../audit/tables.ts';
import type { Database, Db, ReplicaState } from '../../db/database.ts';
import { roomOn } from '../../files/staging.ts';
import type { JobRow } from '../../jobs/leases.ts';
import { lastAnchor, type ManyReveals, manyReveals } from '../audit/store.ts';
import { figures } from '../payments/counts/store.ts';
import { countUnmatched, deliveryGaps } from '../payments/evidence/store.ts';
import type { FilesState, Health } from './health.ts';
import { type BackupRecord, lastBackup } from './last-backup.ts';

/** What can be read off an installation at a moment; the status page and the metrics tell it. */
export interface Readings {
	database: { engine: Database['engine']; bytes: number; damage: string | undefined };
	files: FilesState;
	/** How the replica fares, where there is one. */
	replica: ReplicaState | undefined;
	/** Room on the disk of the data folder, in bytes, and where uploads stop. */
	disk: { free: number; size: number; floor: number } | undefined;
	/** The last backup, wherever it was made; undefined where none is remembered. */
	backup: BackupRecord | undefined;
	audit: {
		/** The ends of the latest chains. */
		heads: AuditHeadRow[];
		/** When the ends were last handed out to be kept elsewhere, but for backups. */
		anchoredAt: string | null;
	};
	payments: {
		pending: number;
		/** Questions to M-Pesa whose time has come. */
		checksDue: number;
		/** Since when the oldest of these has waited, ISO 8601. */
		oldestDue: string | null;
		lastDelivery: string | null;
		/** Requests since then that should have been heard of by now. */
		unheard: number;
		/** Requests that have been pending for more than a day. */
		overdue: number;
	};
	/** Deliveries of the last day that changed no payment and wait for a person. */
	unmatched: number;
	/** Sign-ins that were refused within the last hour, as far as they are written down. */
	refusedSignIns: number;
	/** Who saw many whole phone numbers within the last week. */
	reveals: ManyReveals[];
	jobs: JobRow[];
}

const checksDue = (db: Db, now: number) =>
	db
		.selectFrom('payment_checks')
		.select((eb) => [eb.fn.countAll<number>().as('due'), eb.fn.min('due_at').as('oldest')])
		.where('due_at', '<=', new Date(now).toISOString())
		.executeTakeFirstOrThrow();

/** As many chains as a few servers write at a time. */
const CHAINS = 20;

const auditOf = async (db: Db) => ({
	heads: await db
		.selectFrom('audit_heads')
		.selectAll()
		.orderBy('chain', 'desc')
		.limit(CHAINS)
		.execute(),
	anchoredAt: await lastAnchor(db),
});

const HOUR_MS = 3_600_000;

/** Refusals are counted, and written once a minute: a row says how many it stands for. */
const refusedSignIns = async (db: Db, now: number) => {
	const rows = await db
		.selectFrom('audit_log')
		.select('details')
		.where('item_kind', '=', 'address')
		.where('action', '=', 'sign_in_refused')
		.where('id', '>=', firstIdAt(now - HOUR_MS))
		.limit(10_000)
		.execute();
	const countOf = (details: string | null) =>
		Number((JSON.parse(details ?? '{}') as { count?: number }).count ?? 1);
	return rows.reduce((sum, { details }) => sum + countOf(details), 0);
};

/** Reads it all as of `now`, in milliseconds. */
export const takeReadings = async (
	{ engine, read, replica, bytes }: Database,
	health: Health,
	dataDir: string | undefined,
	now: number,
): Promise<Readings> => {
	const [
		size,
		files,
		disk,
		backup,
		audit,
		all,
		{ due, oldest },
		unsaid,
		unmatched,
		refused,
		reveals,
		jobs,
	] = await Promise.all([
		bytes(),
		health.files(),
		dataDir === undefined ? undefined : roomOn(dataDir),
		lastBackup(read),
		auditOf(read),
		figures(read, 'all', { label: 'pending' }),
		checksDue(read, now),
		deliveryGaps(read, now),
		countUnmatched(read, new Date(now - 24 * HOUR_MS).toISOString()),
		refusedSignIns(read, now),
		manyReveals(read, now),
		read.selectFrom('jobs').selectAll().orderBy('name').execute(),
	]);
	return {
		database: { engine, bytes: size, damage: health.damage() },
		files,
		replica: replica?.state(),
		disk,
		backup,
		audit,
		payments: {
			pending: all[0]?.n ?? 0,
			checksDue: Number(due),
			oldestDue: oldest ?? null,
			...unsaid,
		},
		unmatched,
		refusedSignIns: refused,
		reveals,
		jobs,
	};
};
