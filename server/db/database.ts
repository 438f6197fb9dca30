import type { Kysely, Transaction } from 'kysely';
import type pg from 'pg';
import type { Steps } from './migrations/step.ts';
import type { Schema } from './schema.ts';

export interface Place {
	dataDir: string;
	databaseUrl: string | undefined;
}

/** A handle on the tables; a transaction is one too, so a store works in either. */
export type Db = Kysely<Schema>;
export type Trx = Transaction<Schema>;

/** An open database: what the rest of the server sees of an engine. */
export interface Database {
	engine: 'sqlite' | 'postgres';
	/** For reads outside a transaction. Sees everything that is committed. */
	read: Db;
	/** For a library that brings its own statements: each is a transaction, values are the driver's own. */
	single: Db;
	/** Runs `work` in one write transaction. PostgreSQL retries deadlocks and conflicts, so `work` must be repeatable. */
	write: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
	/** Runs `work` while holding a lock of this name on all servers. `work` may wait for a file store, and must be repeatable. */
	holding: <T>(name: string, work: (write: Database['write']) => Promise<T>) => Promise<T>;
	/** Runs a write that deletes what a backup may need; does nothing, and resolves to undefined, while a backup runs. */
	writeUnlessBackup: <T>(work: (trx: Trx) => Promise<T>) => Promise<T | undefined>;
	/** The pool of PostgreSQL, for a library with statements of its own. */
	pool?: pg.Pool;
	/** The connections of the pool, where there is one, by what they do. */
	connections?: () => { idle: number; busy: number; awaited: number };
	bytes: () => Promise<number>;
	/** A migration's state and a round trip: resolves when the database can serve. */
	ping: () => Promise<void>;
	close: () => Promise<void>;
}

/** Options of {@link Database}. */
export interface OpenOptions {
	/** Is told, in a sentence, before an embedded database of an older version is changed. */
	say?: ((sentence: string) => void) | undefined;
	steps?: Steps;
	/** Hears when a connection is ended from outside. */
	onError?: ((error: Error) => void) | undefined;
	around?: (transact: Database['write']) => Database['write'];
}
