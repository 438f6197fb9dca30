import type { Kysely, Transaction } from 'kysely';
import type pg from 'pg';
import type { Steps } from './migrations/step.ts';
import type { Schema } from './schema.ts';

export interface Place {
	dataDir: string;
	databaseUrl: string | undefined;
}

/** A handle on the tables, or a transaction; stores accept either. */
export type Db = Kysely<Schema>;
export type Trx = Transaction<Schema>;

/** An open database, independent of its engine. */
export interface Database {
	engine: 'sqlite' | 'postgres';
	/** Handle for reads outside a transaction. Sees all committed rows. */
	read: Db;
	/** Handle for a library with its own statements: each is a transaction, and values are the driver's own. */
	single: Db;
	/** Runs `work` in one write transaction. PostgreSQL retries deadlocks and conflicts, so `work` must be repeatable. */
	write: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
	/**
	 * Runs `work` while holding a lock of this name on all servers. `work` may wait for a file store, and must be
	 * repeatable.
	 */
	withLock: <T>(name: string, work: (write: Database['write']) => Promise<T>) => Promise<T>;
	/**
	 * Runs a write that deletes files which a backup may need. Does nothing and resolves to undefined while a backup
	 * runs.
	 */
	writeUnlessBackup: <T>(work: (trx: Trx) => Promise<T>) => Promise<T | undefined>;
	/** The pool of PostgreSQL, for a library with its own statements. */
	pool?: pg.Pool;
	/** Returns the numbers of connections of the pool by state, if there is a pool. */
	connections?: () => { idle: number; busy: number; awaited: number };
	bytes: () => Promise<number>;
	close: () => Promise<void>;
}

/** Options of {@link Database}. */
export interface OpenOptions {
	/** Called with a sentence before a database of an older version is migrated. */
	say?: ((sentence: string) => void) | undefined;
	steps?: Steps;
	/** Called when a connection is closed from outside. */
	onError?: ((error: Error) => void) | undefined;
	around?: (transact: Database['write']) => Database['write'];
}
