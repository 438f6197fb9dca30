import type Sqlite from 'better-sqlite3';
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

/** A handle on an open file; the caller has set its pragmas. */
export const kyselyOf = (file: Sqlite.Database): Db =>
	new Kysely<Schema>({
		dialect: {
			createAdapter: () => new TransactionalDdlAdapter(),
			createDriver: () => new Driver(file, { database: withStatementCache(file) as never }),
			createIntrospector: (db) => new SqliteIntrospector(db),
			createQueryCompiler: () => new SqliteQueryCompiler(),
		},
	});
