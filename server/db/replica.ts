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
	/** How far behind it may be, in milliseconds. */
	behindMs?: number;
	/** How long it is left alone after it failed. */
	restMs?: number;
}

/** Whoever asks for nothing in particular sees a moment that is at most so old. */
const BEHIND_MS = 5_000;
const LOOK_MS = 1_000;
const REST_MS = 5_000;

/** What makes two servers the same database: a copy has the identifier of what it was copied from. */
const WHICH = `(select system_identifier::text from pg_control_system()) || '/' ||
	(select oid::text from pg_database where datname = current_database())`;
const LOOK = `select ${WHICH} as which, pg_is_in_recovery() as standby,
	(pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as replayed`;

interface Look {
	which: string;
	standby: boolean;
	/** How far it has replayed the log; null where it never did. */
	replayed: string | null;
}

/** A recovery conflict: the standby had to end a query for a change that came. The next may do. */
const isConflict = (error: unknown) => /^40/.test((error as { code?: string }).code ?? '');

/** One connection as a handle. Its statements go in turn, since a connection runs one at a time. */
const handleOver = (client: pg.PoolClient): Db => {
	let last: Promise<unknown> = Promise.resolve();
	const query = (...args: unknown[]) => {
		const run = () => (client.query as (...args: unknown[]) => Promise<unknown>)(...args);
		last = last.then(run, run);
		return last;
	};
	const connection = { query, release: () => {} };
	return kyselyOver({ connect: async () => connection, end: async () => {} } as never);
};

/** What the watch has seen of both servers. */
const openWatch = (primary: Db) => {
	let which: string | undefined;
	/** Where the primary's log ended, and when; oldest first. */
	let ends: { at: number; end: Position }[] = [];
	let wholeAt: number | undefined;
	return {
		/** Asks the primary. While it does not answer, nothing is known to be new. */
		see: async () => {
			const at = performance.now();
			const { rows } = await sql<{ end: string; which: string }>`
				select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as end,
					${sql.raw(WHICH)} as which`.execute(primary);
			which = rows[0]?.which;
			ends.push({ at, end: BigInt(rows[0]?.end ?? NOW) });
			ends = ends.slice(-60);
		},
		/** Whether somebody is a replica of the primary, and none that has been made a primary itself. */
		isOurs: (look: Look) => look.standby && look.which === which,
		/** Takes note of how far the replica is. */
		note: (replayed: Position) => {
			const passed = ends.filter(({ end }) => end <= replayed);
			wholeAt = passed.at(-1)?.at ?? wholeAt;
			ends = ends.filter(({ end }) => end > replayed);
		},
		/** Milliseconds since a moment of which the replica has everything. */
		lag: () => (wholeAt === undefined ? undefined : performance.now() - wholeAt),
	};
};

/**
 * Opens a replica. It is read from while it answers, streams from this very database and is at most
 * five seconds behind; which is looked at each second. How far it has come is asked on the connection
 * that then reads, so that an address which leads to another server is no way round it.
 *
 * Kept as the way to more reads than one PostgreSQL answers (docs/decisions/0042); nothing of 0000 needs it. Without
 * `replica` in `open-database.ts` there is none.
 */
export const openReplica = async (
	{ url, onChange = () => {}, behindMs = BEHIND_MS, restMs = REST_MS }: ReplicaOptions,
	primary: Db,
) => {
	const config = {
		...{ connectionString: url, connectionTimeoutMillis: 1_000, idleTimeoutMillis: 30_000 },
		...{
			statement_timeout: 2_000,
			query_timeout: 2_500,
			idle_in_transaction_session_timeout: 5_000,
		},
		options: '-c default_transaction_read_only=on',
	};
	const pool = openPool({ ...config, max: 10 }, () => {});
	// Its own, so that a busy pool is not taken for a silent server.
	const looking = openPool(
		{ ...config, max: 1, statement_timeout: 1_000, query_timeout: 1_000 },
		() => {},
	);
	const watch = openWatch(primary);
	const known = new WeakMap<pg.PoolClient, { db: Db; replayed: Position }>();
	const counts = { answered: 0, failed: 0 };
	let restUntil = 0;
	let seen: 'ours' | 'away' | 'foreign' = 'away';
	let told: ReplicaState['state'] = 'away';

	const state = (): ReplicaState['state'] => {
		if (seen !== 'ours') return seen;
		if (performance.now() < restUntil) return 'away';
		return (watch.lag() ?? Number.POSITIVE_INFINITY) > behindMs ? 'behind' : 'used';
	};
	const tell = () => {
		const now = state();
		if (now !== told) onChange(now);
		told = now;
	};

	const look = async (on: pg.Pool | pg.PoolClient) => {
		const { rows } = await on.query<Look>(LOOK);
		const [found] = rows;
		if (!found || !watch.isOurs(found)) return undefined;
		return BigInt(found.replayed ?? 0);
	};

	const watchBoth = async () => {
		await watch.see().catch(() => {});
		try {
			const replayed = await look(looking);
			seen = replayed === undefined ? 'foreign' : 'ours';
			if (replayed !== undefined) watch.note(replayed);
		} catch {
			seen = 'away';
		}
		tell();
	};

	/** A handle on a connection that has everything up to a position, or undefined. */
	const handleAt = async (client: pg.PoolClient, position: Position) => {
		const before = known.get(client);
		if (before && before.replayed >= position) return before.db;
		const replayed = await look(client);
		if (replayed === undefined) throw new Error('The replica is none of this database.');
		const db = before?.db ?? handleOver(client);
		known.set(client, { db, replayed });
		return replayed >= position ? db : undefined;
	};

	const readAfter = async <T>(position: Position, work: (read: Db) => Promise<T>): Promise<T> => {
		if (position === NOW || state() !== 'used') return work(primary);
		let client: pg.PoolClient | undefined;
		let broken: Error | undefined;
		try {
			client = await pool.connect();
			const read = await handleAt(client, position);
			if (read) {
				const result = await work(read);
				counts.answered++;
				return result;
			}
		} catch (error) {
			// A refusal of ours may be that of an old row, and is looked at again below.
			if (!(error instanceof AppError)) {
				counts.failed++;
				broken = error as Error;
				if (!isConflict(error)) restUntil = performance.now() + restMs;
				tell();
			}
		} finally {
			client?.release(broken);
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
		state: (): ReplicaState => ({ state: state(), lagMs: watch.lag(), ...counts }),
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
			await Promise.all([pool.end(), looking.end()]);
		},
	};
};
