import { Kysely, type KyselyPlugin, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { CommandError } from '../errors.ts';
import type { Database, Db, OpenOptions, Trx } from './database.ts';
import { countBytes, describeTablesRefused, lockName } from './engine.ts';
import { migrate } from './migrate.ts';
import type { Schema } from './schema.ts';

/** Parses counts, which arrive as bigint text; ours stay below 2^53. */
const types = {
	getTypeParser: ((oid: number, format?: 'text') =>
		oid === pg.types.builtins.INT8
			? Number
			: pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Converts instants to the same text on both engines. */
const instantsAsText: KyselyPlugin = {
	transformQuery: ({ node }) => node,
	transformResult: async ({ result }) => {
		for (const row of result.rows)
			for (const name in row) if (row[name] instanceof Date) row[name] = row[name].toISOString();
		return result;
	},
};

/** A connection that closes when a query exceeds `query_timeout`. node-postgres itself would return it to the pool. */
class ImpatientClient extends pg.Client {
	constructor(config?: string | pg.ClientConfig) {
		super(config);
		const ask = this.query.bind(this) as (...args: unknown[]) => unknown;
		const query = (...args: unknown[]) => {
			const answer = ask(...args);
			if (answer instanceof Promise)
				answer.catch((error: Error) => {
					if (isSilence(error)) this.connection.stream.destroy();
				});
			return answer;
		};
		this.query = query as typeof this.query;
	}
}

/** Returns whether a query failed because of the client's time-out. */
const isSilence = ({ message }: Error) => message === 'Query read timeout';

/** Opens a pool of connections with our type parsers; connects only on use. */
const openPool = (config: pg.PoolConfig, onError: (error: Error) => void) => {
	const pool = new pg.Pool({
		connectionTimeoutMillis: 3_000,
		...config,
		types,
		keepAlive: true,
		Client: ImpatientClient,
	});
	// The pool emits an error when the server closes an idle connection; without a listener, it would end this process.
	pool.on('error', onError);
	// The pool listens only on idle connections; a connection may also close between two statements of a transaction.
	pool.on('connect', (client) => client.on('error', onError));
	return pool;
};

/** Returns a handle on the tables over a pool or an object with the same methods. */
const createKysely = (pool: Pick<pg.Pool, 'connect' | 'end'>): Db =>
	new Kysely<Schema>({
		dialect: new PostgresDialect({ pool: pool as never }),
		plugins: [instantsAsText],
	});

/**
 * Advisory lock that a backup takes exclusively. Deletions of files that a backup may need share it until they commit.
 */
export const BACKUP_LOCK = 7_305_816_214_098;

const OLDEST_MAJOR = 15;
const TRIES = 3;

const open = (config: pg.PoolConfig, onError: (error: Error) => void) => {
	const pool = openPool(config, onError);
	return { db: createKysely(pool), pool };
};

const migrateToLatest = async (
	connectionString: string,
	onError: (error: Error) => void,
	{ steps, say }: OpenOptions,
) => {
	// No time limits here: a second server waits for the first one's migrations.
	const { db } = open({ connectionString, max: 1 }, onError);
	try {
		const { rows } = await sql<{ server_version_num: string }>`show server_version_num`.execute(db);
		const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
		if (major < OLDEST_MAJOR)
			throw new Error(`PostgreSQL ${major} is too old; ${OLDEST_MAJOR} is needed.`);
		await migrate(db, steps, say);
	} finally {
		await db.destroy();
	}
};

/** Opens one connection without time-outs, for a command. Fails with `CommandError`. */
export const connect = async (connectionString: string) => {
	const client = new pg.Client({ connectionString, keepAlive: true });
	client.on('error', () => {});
	await client.connect().catch((error: Error & { code?: string }) => {
		const why = `${error.message || error.code}.`.replace('..', '.');
		throw new CommandError(`DATABASE_URL cannot be used: ${why}`, { cause: error });
	});
	await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
	return client;
};

/** Fails with `CommandError` when a database has tables, or its user may not create any. */
export const requireEmpty = async (client: pg.Client) => {
	const { rowCount } = await client.query(
		`select 1 from pg_class as t where relnamespace = current_schema()::regnamespace
			and relkind in ('r', 'p', 'v', 'm') and not exists (select from pg_depend
				where classid = 'pg_class'::regclass and objid = t.oid and deptype = 'e') limit 1`,
	);
	if (rowCount !== 0) throw new CommandError('The PostgreSQL database is not empty.');
	const { rows } = await client.query<{ schema: string; free: boolean }>(
		`select current_schema() as schema, has_schema_privilege(current_schema(), 'create') as free`,
	);
	if (rows[0] && !rows[0].free) throw new CommandError(describeTablesRefused(rows[0].schema));
};

/** Fails like `requireEmpty`. */
export const requireEmptyPostgres = async (connectionString: string) => {
	const client = await connect(connectionString);
	await requireEmpty(client).finally(() => client.end());
};

/** Serialization failure, deadlock, and unique violation after a concurrent insert: the transaction is retried. */
const RETRYABLE: ReadonlySet<unknown> = new Set(['40001', '40P01', '23505']);
const isRetryable = (error: unknown) => RETRYABLE.has((error as { code?: unknown }).code);

/** Opens a PostgreSQL database read-only, without time-outs. */
export const readPostgres = (connectionString: string): Db =>
	open({ connectionString, max: 1, options: '-c default_transaction_read_only=on' }, () => {}).db;

/** Opens a PostgreSQL database and migrates its schema. */
export const openPostgres = async (
	connectionString: string,
	{ onError = () => {}, around = (transact) => transact, ...options }: OpenOptions = {},
): Promise<Database> => {
	await migrateToLatest(connectionString, onError, options);
	const { db, pool } = open(
		{
			connectionString,
			max: 10,
			idleTimeoutMillis: 30_000,
			statement_timeout: 5_000,
			// Client-side time-out, for when PostgreSQL cannot report its own.
			query_timeout: 6_000,
			lock_timeout: 2_000,
			idle_in_transaction_session_timeout: 10_000,
		},
		onError,
	);
	// A separate pool: the holder of a named lock may wait for a file store, and must not use up the other connections.
	const { db: holders } = open(
		{
			connectionString,
			max: 4,
			connectionTimeoutMillis: 20_000,
			idleTimeoutMillis: 30_000,
			statement_timeout: 20_000,
			query_timeout: 21_000,
			lock_timeout: 20_000,
			idle_in_transaction_session_timeout: 60_000,
		},
		onError,
	);
	const writing = (db: Kysely<Schema>) => {
		const transact = around((work) => db.transaction().execute(work));
		return async <T>(work: (trx: Trx) => Promise<T>): Promise<T> => {
			for (let attempt = 1; ; attempt++) {
				try {
					return await transact(work);
				} catch (error) {
					if (attempt >= TRIES || !isRetryable(error)) throw error;
					await new Promise((done) => setTimeout(done, attempt * 20 * (1 + Math.random())));
				}
			}
		};
	};
	const write = writing(db);
	return {
		engine: 'postgres',
		read: db,
		single: db.withoutPlugins(),
		write,
		writeUnlessBackup: (work) =>
			write(async (trx) => {
				const { rows } = await sql<{ free: boolean }>`
					select pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}::bigint) as free`.execute(trx);
				return rows[0]?.free ? work(trx) : undefined;
			}),
		// One transaction for the lock and the writes, so that losing one loses the other.
		withLock: (name, work) =>
			writing(holders)(async (trx) => {
				await lockName(trx, name);
				return work((write) => write(trx));
			}),
		pool,
		connections: () => ({
			idle: pool.idleCount,
			busy: pool.totalCount - pool.idleCount,
			awaited: pool.waitingCount,
		}),
		bytes: () => countBytes(db),
		close: async () => {
			await holders.destroy();
			await db.destroy();
		},
	};
};
