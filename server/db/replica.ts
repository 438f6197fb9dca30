import { sql } from 'kysely';
import type pg from 'pg';
import { AppError } from '../errors.ts';
import { type Db, NOW, type Position, type ReplicaState } from './database.ts';
import { kyselyOver, openPool } from './postgres-pool.ts';

/** A replica to read from. */
export interface ReplicaOptions {
	/** The address of one server that streams from the primary. */
	url: string;
	/** Hears when it begins to be read from, and when and why it no longer is. */
	onChange?: (state: ReplicaState['state']) => void;
}

/** Whoever asks for nothing in particular sees a moment that is at most so old. */
const BEHIND_MS = 5_000;
const LOOK_MS = 1_000;
/** How long it is left alone after it failed. */
const REST_MS = 5_000;

/**
 * Which database a server has, and how far its log goes there: what the primary has flushed, what a standby has
 * replayed. A copy has the identifier of what it was copied from.
 */
const LOOK = sql<{ which: string; standby: boolean; end: string }>`
	select (select system_identifier::text from pg_control_system()) || '/' ||
			(select oid::text from pg_database where datname = current_database()) as which,
		pg_is_in_recovery() as standby,
		(case when pg_is_in_recovery() then coalesce(pg_last_wal_replay_lsn(), '0/0')
			else pg_current_wal_flush_lsn() end - '0/0'::pg_lsn)::text as end`;

const look = async (db: Db) => {
	const { rows } = await LOOK.execute(db);
	const [{ end, ...found }] = rows as [(typeof rows)[number]];
	return { ...found, end: BigInt(end) };
};

/** A recovery conflict: the standby had to end a query for a change that came. The next may do. */
const isConflict = (error: unknown) => /^40/.test((error as { code?: string }).code ?? '');

/**
 * Opens a replica. It is read from while it answers, streams from this very database and is at most
 * five seconds behind; which is looked at each second. How far it has come is asked on the connection
 * that then reads, so that an address which leads to another server is no way round it.
 *
 * Kept as the way to more reads than one PostgreSQL answers (docs/decisions/0042); nothing of 0000 needs it. Without
 * `replica` in `open-database.ts` there is none.
 */
export const openReplica = async ({ url, onChange = () => {} }: ReplicaOptions, primary: Db) => {
	const open = (limits: pg.PoolConfig) =>
		kyselyOver(
			openPool(
				{
					connectionString: url,
					connectionTimeoutMillis: 1_000,
					idleTimeoutMillis: 30_000,
					idle_in_transaction_session_timeout: 5_000,
					options: '-c default_transaction_read_only=on',
					...limits,
				},
				() => {},
			),
		);
	const replica = open({ max: 10, statement_timeout: 2_000, query_timeout: 2_500 });
	// Its own, so that a busy pool is not taken for a silent server.
	const looking = open({ max: 1, statement_timeout: 1_000, query_timeout: 1_000 });
	const counts = { answered: 0, failed: 0 };
	/** Where the log of the primary ended, and when; oldest first. */
	let ends: { at: number; end: Position }[] = [];
	let which: string | undefined;
	/** The last moment of which the replica is known to have everything. */
	let wholeAt: number | undefined;
	let restUntil = 0;
	let seen: 'ours' | 'away' | 'foreign' = 'away';
	let told: ReplicaState['state'] = 'away';

	const lag = () => (wholeAt === undefined ? undefined : performance.now() - wholeAt);
	const state = (): ReplicaState['state'] => {
		if (seen !== 'ours') return seen;
		if (performance.now() < restUntil) return 'away';
		return (lag() ?? Number.POSITIVE_INFINITY) > BEHIND_MS ? 'behind' : 'used';
	};
	const tell = () => {
		const now = state();
		if (now !== told) onChange(now);
		told = now;
	};

	/** How far the replica has come; undefined where it is none of the primary, or has been made one itself. */
	const replayed = async (db: Db) => {
		const found = await look(db);
		return found.standby && found.which === which ? found.end : undefined;
	};

	const watchBoth = async () => {
		const at = performance.now();
		// While the primary does not answer, nothing is known to be new.
		const ours = await look(primary).catch(() => undefined);
		if (ours) {
			which = ours.which;
			ends = [...ends, { at, end: ours.end }].slice(-60);
		}
		try {
			const end = await replayed(looking);
			seen = end === undefined ? 'foreign' : 'ours';
			if (end !== undefined) wholeAt = ends.findLast((one) => one.end <= end)?.at ?? wholeAt;
		} catch {
			seen = 'away';
		}
		tell();
	};

	/** Runs reads on a connection that has everything up to a position; undefined where it has not. */
	const readFrom = <T>(position: Position, work: (read: Db) => Promise<T>) =>
		replica.connection().execute(async (read) => {
			const end = await replayed(read);
			if (end === undefined) throw new Error('The replica is none of this database.');
			return end >= position ? { result: await work(read) } : undefined;
		});

	const readAfter = async <T>(position: Position, work: (read: Db) => Promise<T>): Promise<T> => {
		if (position === NOW || state() !== 'used') return work(primary);
		try {
			const read = await readFrom(position, work);
			if (read) {
				counts.answered++;
				return read.result;
			}
		} catch (error) {
			// A refusal of ours may be that of an old row, and is looked at again below.
			if (!(error instanceof AppError)) {
				counts.failed++;
				if (!isConflict(error)) restUntil = performance.now() + REST_MS;
				tell();
			}
		}
		return work(primary);
	};

	let timer: NodeJS.Timeout;
	let watching = watchBoth();
	await watching;
	const next = () => {
		timer = setTimeout(() => {
			watching = watchBoth().finally(next);
		}, LOOK_MS).unref();
	};
	next();
	return {
		readAfter,
		state: (): ReplicaState => ({ state: state(), lagMs: lag(), ...counts }),
		/** Where the log stands: what was committed by now lies before it. */
		position: async (): Promise<Position> => {
			// Where it is written to, not to where it is flushed: that a commit waits for its flush is a setting.
			const { rows } = await sql<{ position: string }>`
				select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as position`.execute(primary);
			return BigInt(rows[0]?.position ?? NOW);
		},
		close: async () => {
			clearTimeout(timer);
			await watching;
			clearTimeout(timer);
			await Promise.all([replica.destroy(), looking.destroy()]);
		},
	};
};
