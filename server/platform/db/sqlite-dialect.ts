import { setImmediate as yieldToOthers } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import {
	CompiledQuery,
	type DatabaseConnection,
	Kysely,
	SqliteAdapter,
	type SqliteDialectConfig,
	SqliteDriver,
	SqliteIntrospector,
	SqliteQueryCompiler,
} from 'kysely';
import { giveToFolderOwner } from '../settings/folder-owner.ts';
import type { Db } from './database.ts';
import type { Schema } from './schema.ts';

const PRAGMAS = [
	// FULL must be set on every open: a reopened WAL file is back at NORMAL, which may lose the last acknowledged commits
	// in a power failure.
	'journal_mode = WAL',
	'synchronous = FULL',
	'foreign_keys = ON',
	'busy_timeout = 5000',
	'trusted_schema = OFF',
	'cell_size_check = ON',
	'mmap_size = 0',
	// In KiB for each connection; evicted pages remain in the operating system's cache.
	'cache_size = -2000',
	'journal_size_limit = 67108864',
];

/** Opens a database file with the pragmas for durability and speed. */
export const openFile = (path: string, readonly: boolean) => {
	const db = new Sqlite(path, { readonly });
	// SQLite itself sets the owner of its further files.
	if (!readonly) giveToFolderOwner(path);
	for (const pragma of readonly ? PRAGMAS.slice(2) : PRAGMAS) db.pragma(pragma);
	return db;
};

/** Returns whether a column holds booleans as 0 and 1, by the check of its values in the schema. */
export const isBooleanColumn = (db: Sqlite.Database, table: string, column: string) => {
	const text = db.prepare('select sql from sqlite_schema where name = ?').pluck().get(table);
	return `${text}`.includes(`check (${column} in (0, 1))`);
};

const toBindable = (parameters: readonly unknown[]) =>
	parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value));

const prepareStatement = (db: Sqlite.Database, text: string) => {
	const statement = db.prepare(text);
	const booleans = statement.reader
		? statement
				.columns()
				.filter(({ table, column }) => table && column && isBooleanColumn(db, table, column))
				.map(({ name }) => name)
		: [];
	const restore = (row: Record<string, unknown>) => {
		for (const name of booleans) if (row[name] !== null) row[name] = row[name] === 1;
		return row;
	};
	return {
		reader: statement.reader,
		all: (parameters: readonly unknown[]) => {
			const rows = statement.all(toBindable(parameters)) as Record<string, unknown>[];
			if (booleans.length > 0) rows.forEach(restore);
			return rows;
		},
		run: (parameters: readonly unknown[]) => statement.run(toBindable(parameters)),
		// A statement that is iterated cannot run another query, so this one is not cached.
		*iterate(parameters: readonly unknown[]) {
			for (const row of db.prepare(text).iterate(toBindable(parameters)))
				yield restore(row as Record<string, unknown>);
		},
	};
};

const MAX_STATEMENTS = 500;

/** Wraps a database for Kysely's dialect: prepares each statement once, and maps booleans to 0 and 1. */
const withStatementCache = (db: Sqlite.Database) => {
	const statements = new Map<string, ReturnType<typeof prepareStatement>>();
	return {
		/** Caches the statement by its text. */
		prepare: (text: string) => {
			const known = statements.get(text);
			if (known) return known;
			if (statements.size >= MAX_STATEMENTS) statements.clear();
			const statement = prepareStatement(db, text);
			statements.set(text, statement);
			return statement;
		},
		close: () => db.close(),
	};
};

/** Declares that SQLite runs DDL in transactions, which Kysely's adapter does not. */
class TransactionalDdlAdapter extends SqliteAdapter {
	override get supportsTransactionalDdl() {
		return true;
	}
}

/** A statement that takes longer lets the event loop turn before the next one starts. */
const LONG_MS = 5;

class Driver extends SqliteDriver {
	readonly #db: Sqlite.Database;
	#acquiredAt = 0;

	constructor(db: Sqlite.Database, config: SqliteDialectConfig) {
		super(config);
		this.#db = db;
	}

	override acquireConnection() {
		this.#acquiredAt = performance.now();
		return super.acquireConnection();
	}

	/** Keeps waiting statements from running in one turn of the event loop, which they would block for their sum. */
	override async releaseConnection() {
		if (performance.now() - this.#acquiredAt > LONG_MS) await yieldToOthers();
	}

	/** Takes the write lock at the start: a transaction that reads first fails when another process writes in between. */
	override async beginTransaction(connection: DatabaseConnection) {
		await connection.executeQuery(CompiledQuery.raw('begin immediate'));
	}

	/** SQLite ends a transaction itself after a full disk or an I/O error; a rollback would hide the cause. */
	override async rollbackTransaction(connection: DatabaseConnection) {
		if (this.#db.inTransaction) await super.rollbackTransaction(connection);
	}
}

/** Returns a handle on an open file; the caller has set its pragmas. */
export const createKysely = (file: Sqlite.Database): Db =>
	new Kysely<Schema>({
		dialect: {
			createAdapter: () => new TransactionalDdlAdapter(),
			createDriver: () => new Driver(file, { database: withStatementCache(file) as never }),
			createIntrospector: (db) => new SqliteIntrospector(db),
			createQueryCompiler: () => new SqliteQueryCompiler(),
		},
	});
