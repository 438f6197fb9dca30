import Sqlite from 'better-sqlite3';
import {
	CompiledQuery,
	type DatabaseConnection,
	type Driver,
	Kysely,
	type QueryResult,
	SqliteAdapter,
	SqliteDialect,
} from 'kysely';
import { AppError } from '../http/errors.ts';
import { Thread } from '../thread.ts';
import type { Db } from './database.ts';
import type { Schema } from './schema.ts';
import type { Answered, Asked } from './sqlite-thread.ts';

/** So many may wait for their turn, at a tenth of a second each in a million payments. */
const MOST_WAITING = 30;
/** A thread takes memory; after so long without work it ends, and the next work starts one. */
const IDLE_MS = 60_000;

/** A thread with a connection of its own to a database file. */
type Reader = Thread<Asked, Answered>;

class Connection implements DatabaseConnection {
	readonly #thread: Reader;

	constructor(thread: Reader) {
		this.#thread = thread;
	}

	async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
		const answered = await this.#thread.run({ sql, parameters });
		if ('rows' in answered) return { rows: answered.rows as R[] };
		const { message, code } = answered;
		throw code ? new Sqlite.SqliteError(message, code) : new Error(message);
	}

	// biome-ignore lint/correctness/useYield: nothing here is streamed
	async *streamQuery(): AsyncIterableIterator<never> {
		throw new Error('Long reads are not streamed.');
	}
}

/** Kysely would keep a queue of its own for the one connection, and take any number into it. */
class AsideAdapter extends SqliteAdapter {
	override get supportsMultipleConnections() {
		return true;
	}
}

/** One connection, which one after the other has; the thread behind it comes and goes. */
class AsideDriver implements Driver {
	readonly #file: string;
	readonly #idleMs: number;
	#thread: Reader | undefined;
	#idle: NodeJS.Timeout | undefined;
	#taken = false;
	readonly #waiting: (() => void)[] = [];

	constructor(file: string, idleMs: number) {
		this.#file = file;
		this.#idleMs = idleMs;
	}

	async init() {}

	async acquireConnection() {
		if (this.#taken) {
			if (this.#waiting.length >= MOST_WAITING)
				throw new AppError('unavailable', undefined, { headers: { 'retry-after': '2' } });
			await new Promise<void>((resolve) => this.#waiting.push(resolve));
		}
		this.#taken = true;
		clearTimeout(this.#idle);
		if (!this.#thread?.works)
			this.#thread = new Thread(new URL('./sqlite-thread.ts', import.meta.url), this.#file);
		return new Connection(this.#thread);
	}

	async releaseConnection() {
		const next = this.#waiting.shift();
		if (next) return next();
		this.#taken = false;
		this.#idle = setTimeout(() => void this.destroy(), this.#idleMs).unref();
	}

	async beginTransaction(connection: DatabaseConnection) {
		await connection.executeQuery(CompiledQuery.raw('begin'));
	}

	async commitTransaction(connection: DatabaseConnection) {
		await connection.executeQuery(CompiledQuery.raw('commit'));
	}

	async rollbackTransaction(connection: DatabaseConnection) {
		await connection.executeQuery(CompiledQuery.raw('rollback'));
	}

	async destroy() {
		clearTimeout(this.#idle);
		const thread = this.#thread;
		this.#thread = undefined;
		await thread?.end();
	}
}

/**
 * A handle on a database file for reads that take long: they run one after the other on a thread of
 * their own, which begins with the first and ends a while after the last. SQLite answers where it is
 * asked, and the thread that answers requests would stand still meanwhile.
 */
export const openAside = (file: string, idleMs = IDLE_MS): Db => {
	const dialect = new SqliteDialect({ database: undefined as never });
	return new Kysely<Schema>({
		dialect: {
			createAdapter: () => new AsideAdapter(),
			createDriver: () => new AsideDriver(file, idleMs),
			createIntrospector: (db) => dialect.createIntrospector(db),
			createQueryCompiler: () => dialect.createQueryCompiler(),
		},
	});
};
