import { PostgresAdapter, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Db } from './database.ts';

/** Returns the engine of a handle. */
export const getEngine = (db: Db): Database['engine'] =>
	db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';

/** Calls the function of the handle's engine. */
export const pickByEngine = <T>(db: Db, ways: Record<Database['engine'], () => T>): T =>
	ways[getEngine(db)]();

type Select = SelectQueryBuilder<never, never, unknown>;
const LOCKS = {
	change: (query: Select) => query.forNoKeyUpdate(),
	keep: (query: Select) => query.forKeyShare(),
	unlocked: (query: Select) => query.forUpdate().skipLocked(),
};

/**
 * Locks the rows of a query on PostgreSQL: `change` before writes, `keep` against deletion, `unlocked` skips locked
 * rows.
 */
export const lockRows = <Q extends Select>(db: Db, query: Q, reason: keyof typeof LOCKS): Q =>
	getEngine(db) === 'sqlite' ? query : (LOCKS[reason](query) as unknown as Q);

/**
 * Takes advisory locks of these names until the transaction ends; shared ones exclude only the others. SQLite needs none,
 * because its writers run one at a time.
 */
export const lockNames = async (
	db: Db,
	names: readonly string[],
	kind: 'shared' | 'own' = 'own',
) => {
	if (getEngine(db) === 'sqlite' || names.length === 0) return;
	const lock = sql.raw(
		kind === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock',
	);
	await sql`select ${lock}(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(
		db,
	);
};

/** Takes the advisory lock of a name until the transaction ends. */
export const lockName = (db: Db, name: string) => lockNames(db, [name]);

/** Checks foreign keys at the end of the transaction, so that rows that refer to each other can change in turn. */
export const checkReferencesLate = async (trx: Db) => {
	const late = pickByEngine(trx, {
		sqlite: () => sql`pragma defer_foreign_keys = on`,
		postgres: () => sql`set constraints all deferred`,
	});
	await late.execute(trx);
};

/** Returns a condition: a folded column contains a folded text anywhere. Wildcards in the text are escaped. */
export const hasText = (db: Db, column: string | RawBuilder<unknown>, text: string) => {
	const folded = typeof column === 'string' ? sql.ref(column) : column;
	const plain = text.replace(/[\\%_]/g, '\\$&');
	return getEngine(db) === 'sqlite'
		? // Twice as fast as instr(); a pattern that is a bare parameter would be planned again each time.
			sql<boolean>`${folded} like '%' || ${plain} || '%' escape '\\'`
		: // LIKE, and not strpos(), because the trigram index answers it.
			sql<boolean>`${folded} like ${`%${plain}%`}`;
};

/** Returns a condition: a column of bytes contains these bytes anywhere. */
export const hasBytes = (db: Db, column: string, bytes: Buffer) =>
	pickByEngine(db, {
		sqlite: () => sql<boolean>`instr(${sql.ref(column)}, ${bytes}) > 0`,
		postgres: () => sql<boolean>`position(${bytes}::bytea in ${sql.ref(column)}) > 0`,
	});

/** Returns values as a subquery with one parameter, for `in`: the statement is the same for any number of them. */
export const toSqlList = (db: Db, values: readonly (string | number)[], type = 'text') =>
	pickByEngine(db, {
		sqlite: () => sql`(select value from json_each(${JSON.stringify(values)}))`,
		postgres: () => sql`(select unnest(${values}::${sql.raw(type)}[]))`,
	});

/** Converts milliseconds since 1970 to the type of instant columns. */
export const toInstantSql = (db: Db, ms: RawBuilder<unknown>) =>
	pickByEngine(db, {
		sqlite: () => sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${ms} / 1000.0, 'unixepoch')`,
		postgres: () => sql`to_timestamp(${ms} / 1000.0)`,
	});

/** Returns the day of an instant, `yyyy-MM-dd`, in a time zone that is `hours` ahead of UTC. */
export const toDaySql = (db: Db, instant: RawBuilder<unknown>, hours: number) =>
	pickByEngine(db, {
		sqlite: () => sql<string>`strftime('%Y-%m-%d', ${instant}, ${sql.lit(`+${hours} hours`)})`,
		postgres: () =>
			sql<string>`to_char(${instant} at time zone 'UTC' + make_interval(hours => ${sql.lit(hours)}), 'YYYY-MM-DD')`,
	});

/** Classifies an engine's error: retry later, no space left, or unknown (undefined). */
export const classifyError = (error: unknown): 'unavailable' | 'storage_full' | undefined => {
	const code = (error as { code?: unknown } | null)?.code;
	if (typeof code !== 'string') {
		// node-postgres sets no code for a closed connection or an exhausted pool.
		const lost =
			/^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;
		return error instanceof Error && lost.test(error.message) ? 'unavailable' : undefined;
	}
	if (code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT' || code === '53100')
		return 'storage_full';
	if (/^SQLITE_(BUSY|LOCKED|IOERR|READONLY|CANTOPEN)/.test(code)) return 'unavailable';
	// Classes 08 (connection), 53 (resources), 57 (operator, time-outs), 40 (rollback), 55 (locks): appendix A.
	if (/^(08|53|57|40|55)[0-9A-Z]{3}$/.test(code)) return 'unavailable';
	// An I/O error of a disk counts too, for the database and for files.
	return /^(EIO|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/.test(code)
		? 'unavailable'
		: undefined;
};

/** Returns the operator's message for a PostgreSQL role that may not create tables. */
export const describeTablesRefused = (schema: string) =>
	`DATABASE_URL: its user may not create tables; have whoever owns the database run "grant create on schema ${schema}" to it once.`;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns whether a text is a well-formed id; others must not reach the database. */
export const isId = (text: unknown): text is string => typeof text === 'string' && ID.test(text);

/** Returns the ids of rows, in their order. */
export const listIds = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** Counts the rows of a query. */
export const countTotal = async (rows: SelectQueryBuilder<never, never, unknown>) =>
	Number((await rows.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()).n);

/** Counts the bytes of the database. */
export const countBytes = async (db: Db) => {
	const bytes = pickByEngine(db, {
		sqlite: () => sql`(select page_count * page_size from pragma_page_count(), pragma_page_size())`,
		postgres: () => sql`pg_database_size(current_database())`,
	});
	const { rows } = await sql<{ bytes: number }>`select ${bytes} as bytes`.execute(db);
	return Number(rows[0]?.bytes ?? 0);
};
