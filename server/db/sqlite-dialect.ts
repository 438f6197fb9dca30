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
import { withStatementCache } from './sqlite-statements.ts';

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
