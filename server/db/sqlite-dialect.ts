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

	/** Takes the write lock at the start: a transaction that reads first fails when another process writes in between. */
	override async beginTransaction(connection: DatabaseConnection) {
		await connection.executeQuery(CompiledQuery.raw('begin immediate'));
	}

	/** SQLite ends a transaction itself after a full disk or an I/O error; a rollback would hide the cause. */
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
