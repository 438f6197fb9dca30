import type Sqlite from 'better-sqlite3';
import {
	type AbortableQueryOptions,
	CompiledQuery,
	type DatabaseConnection,
	DefaultQueryExecutor,
	Kysely,
	type QueryExecutor,
	type QueryResult,
	SqliteAdapter,
	SqliteDialect,
	type SqliteDialectConfig,
	SqliteDriver,
	SqliteQueryCompiler,
} from 'kysely';
import type { Db } from './database.ts';
import type { Schema } from './schema.ts';

/** Columns that SQLite keeps as 0 and 1, by the name under which a query returns them. */
const BOOLEANS = new Set([
	...['published', 'free'],
	...['trusted_device', 'two_factor_enabled', 'email_verified', 'enabled', 'verified'],
]);

const bindable = (parameters: readonly unknown[]) =>
	parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value));

/** What Kysely needs of a statement: booleans made numbers on the way in and back on the way out. */
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
		/** Kept for the next time its text comes by. */
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
	readonly statements: ReturnType<typeof withStatementCache>;

	constructor(db: Sqlite.Database) {
		const statements = withStatementCache(db);
		super({ database: statements as never });
		this.#db = db;
		this.statements = statements;
	}

	override createAdapter() {
		return new TransactionalDdlAdapter();
	}

	override createDriver() {
		return new Driver(this.#db, { database: this.statements as never });
	}
}

/** A handle on an open file; the caller has set its pragmas. */
export const kyselyOf = (db: Sqlite.Database): Db =>
	new Kysely<Schema>({ dialect: new Dialect(db) });

/**
 * Has each read go straight to the driver, which answers at once, and not wait in the queue that
 * Kysely keeps for the one connection; only while a transaction is open it does, or it would read as
 * of the moment at which that began.
 */
class DirectExecutor extends DefaultQueryExecutor {
	readonly #db: Sqlite.Database;
	readonly #statements: ReturnType<typeof withStatementCache>;

	constructor(db: Sqlite.Database, dialect: Dialect, queue: QueryExecutor) {
		super(new SqliteQueryCompiler(), queue.adapter, {
			provideConnection: (consumer, options) => queue.provideConnection(consumer, options),
		});
		this.#db = db;
		this.#statements = dialect.statements;
	}

	override async executeQuery<R>(
		query: CompiledQuery,
		options?: AbortableQueryOptions,
	): Promise<QueryResult<R>> {
		if (options?.signal === undefined && !this.#db.inTransaction) {
			const statement = this.#statements.prepare(query.sql);
			if (statement.reader) return { rows: statement.all(query.parameters) as R[] };
		}
		return super.executeQuery<R>(query, options);
	}
}

/** A handle on a file that is open for reading only; the caller has set its pragmas. */
export const readerOf = (db: Sqlite.Database): Db => {
	const dialect = new Dialect(db);
	const queued = new Kysely<Schema>({ dialect });
	const driver = Object.assign(dialect.createDriver(), { destroy: async () => void db.close() });
	const executor = new DirectExecutor(db, dialect, queued.getExecutor());
	return new Kysely<Schema>({ config: { dialect }, dialect, driver, executor });
};
