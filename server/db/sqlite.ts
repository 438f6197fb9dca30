import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import {
	CompiledQuery,
	type DatabaseConnection,
	Kysely,
	SqliteAdapter,
	SqliteDialect,
	type SqliteDialectConfig,
	SqliteDriver,
	sql,
} from 'kysely';
import { withAudit } from './audit-log.ts';
import { lockBackup } from './data-lock.ts';
import type { Database, Db } from './database.ts';
import { migrate } from './migrate.ts';
import type { Schema } from './schema.ts';

/** Columns that SQLite keeps as 0 and 1, by the name under which a query returns them. */
const BOOLEANS = new Set([
	...['published', 'free'],
	...['trusted_device', 'two_factor_enabled', 'email_verified', 'enabled', 'verified'],
]);

/** Below it, a checkpoint that meets a commit can corrupt the file (sqlite.org/wal.html, "WAL-reset"). */
const SAFE_VERSION = [3, 51, 3] as const;

const assertVersion = (db: Sqlite.Database) => {
	const version = db.prepare('select sqlite_version()').pluck().get() as string;
	const parts = version.split('.').map(Number);
	for (const [at, floor] of SAFE_VERSION.entries()) {
		const part = parts[at] ?? 0;
		if (part > floor) return;
		if (part < floor)
			throw new Error(`SQLite ${version} is too old; ${SAFE_VERSION.join('.')} is needed.`);
	}
};

const bindable = (parameters: readonly unknown[]) =>
	parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value));

/**
 * What Kysely needs of a statement: kept for the next time its text comes by, booleans made numbers
 * on the way in and back on the way out.
 */
const prepared = (db: Sqlite.Database, text: string) => {
	const statement = db.prepare(text);
	const booleans = statement.reader
		? statement.columns().flatMap(({ name }) => (BOOLEANS.has(name) ? [name] : []))
		: [];
	const restore = (row: Record<string, unknown>) => {
		for (const name of booleans) if (row[name] !== null) row[name] = row[name] === 1;
		return row;
	};
	return {
		reader: statement.reader,
		all: (parameters: readonly unknown[]) => {
			const rows = statement.all(bindable(parameters)) as Record<string, unknown>[];
			if (booleans.length > 0) rows.forEach(restore);
			return rows;
		},
		run: (parameters: readonly unknown[]) => statement.run(bindable(parameters)),
		// A statement that is being stepped through cannot serve another query, so this one is its own.
		*iterate(parameters: readonly unknown[]) {
			for (const row of db.prepare(text).iterate(bindable(parameters)))
				yield restore(row as Record<string, unknown>);
		},
	};
};

const MAX_STATEMENTS = 500;

const withStatementCache = (db: Sqlite.Database) => {
	const statements = new Map<string, ReturnType<typeof prepared>>();
	return {
		prepare: (text: string) => {
			const known = statements.get(text);
			if (known) return known;
			if (statements.size >= MAX_STATEMENTS) statements.clear();
			const statement = prepared(db, text);
			statements.set(text, statement);
			return statement;
		},
		close: () => db.close(),
	};
};

/** SQLite runs DDL in transactions; Kysely's adapter does not say so. */
class TransactionalDdlAdapter extends SqliteAdapter {
	override get supportsTransactionalDdl() {
		return true;
	}
}

class Driver extends SqliteDriver {
	readonly #db: Sqlite.Database;

	constructor(db: Sqlite.Database, config: SqliteDialectConfig) {
		super(config);
		this.#db = db;
	}

	/**
	 * A transaction that first reads and then writes fails at once when another process has written
	 * in between; one that takes its turn to write at its beginning waits.
	 */
	override async beginTransaction(connection: DatabaseConnection) {
		await connection.executeQuery(CompiledQuery.raw('begin immediate'));
	}

	/**
	 * A full disk or an I/O error ends the transaction by itself (sqlite.org/lang_transaction.html,
	 * "Response To Errors Within A Transaction"); rolling back then would hide why.
	 */
	override async rollbackTransaction(connection: DatabaseConnection) {
		if (this.#db.inTransaction) await super.rollbackTransaction(connection);
	}
}

class Dialect extends SqliteDialect {
	readonly #db: Sqlite.Database;
	readonly #config: SqliteDialectConfig;

	constructor(db: Sqlite.Database) {
		const config: SqliteDialectConfig = { database: withStatementCache(db) as never };
		super(config);
		this.#db = db;
		this.#config = config;
	}

	override createAdapter() {
		return new TransactionalDdlAdapter();
	}

	override createDriver() {
		return new Driver(this.#db, this.#config);
	}
}

const PRAGMAS = [
	// FULL must be set on every open: a WAL file opened again is back at NORMAL, which may lose
	// the last acknowledged commits with the power.
	'journal_mode = WAL',
	'synchronous = FULL',
	'foreign_keys = ON',
	'busy_timeout = 5000',
	'trusted_schema = OFF',
	'cell_size_check = ON',
	'mmap_size = 0',
	// In KiB, of each connection; what falls out is still in the operating system's memory.
	'cache_size = -4000',
	'journal_size_limit = 67108864',
];

const openFile = (path: string, readonly: boolean) => {
	const db = new Sqlite(path, { readonly });
	for (const pragma of readonly ? PRAGMAS.slice(2) : PRAGMAS) db.pragma(pragma);
	return db;
};

/** A handle on an open file; the caller has set its pragmas. */
export const kyselyOf = (db: Sqlite.Database): Db =>
	new Kysely<Schema>({ dialect: new Dialect(db) });

/** Runs what has the same name one after the other. One process has the file (data-lock.ts). */
const queues = () => {
	const last = new Map<string, Promise<unknown>>();
	return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
		const mine = (last.get(name) ?? Promise.resolve()).then(work, work);
		last.set(name, mine);
		try {
			return await mine;
		} finally {
			if (last.get(name) === mine) last.delete(name);
		}
	};
};

/** The database file within a data folder. */
export const sqliteFile = (dataDir: string) => join(dataDir, 'ufundi.db');

/** Opens the embedded database of a data folder to look at it, beside a server that may have it open. */
export const readSqlite = (dataDir: string): Db => kyselyOf(openFile(sqliteFile(dataDir), true));

/** Opens the embedded database of a data folder, bringing its schema up to date. */
export const openSqlite = async (dataDir: string): Promise<Database> => {
	const file = sqliteFile(dataDir);
	const writer = openFile(file, false);
	const write = kyselyOf(writer);
	try {
		assertVersion(writer);
		await migrate(write, 'sqlite');
	} catch (error) {
		writer.close();
		throw error;
	}
	// Reads have a connection of their own, so that they never wait behind an open transaction.
	const read = kyselyOf(openFile(file, true));
	const inTurn = queues();
	const inTransaction: Database['write'] = withAudit((work) => write.transaction().execute(work));
	const reads = { engine: 'sqlite', read } as const;
	return {
		...reads,
		readAfter: (_position, work) => work(reads),
		single: write,
		write: inTransaction,
		lock: async () => {},
		holding: (name, work) => inTurn(name, () => work(inTransaction)),
		// In turn, because two of this process would keep each other from it too.
		writeUnlessBackup: (work) =>
			inTurn('backup', async () => {
				const release = lockBackup(dataDir, 0);
				return release && inTransaction(work).finally(release);
			}),
		ping: async () => {
			await sql`select 1`.execute(read);
		},
		close: async () => {
			await read.destroy();
			await sql`pragma optimize`.execute(write);
			await write.destroy();
		},
	};
};
