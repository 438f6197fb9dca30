import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { lockBackup } from './data-lock.ts';
import type { Database, Db, OpenOptions } from './database.ts';
import { countBytes } from './engine.ts';
import { migrate } from './migrate.ts';
import { createKysely, openFile } from './sqlite-dialect.ts';

/**
 * Returns a function that runs work of the same name one after the other. Only one process opens the file
 * (data-lock.ts).
 */
const createQueues = () => {
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

/** Returns the path of the database file in a data folder. */
export const getSqlitePath = (dataDir: string) => join(dataDir, 'ufundi.db');

/** Finds the log of a database file that is missing. It may hold the last writes. */
export const findLeftLog = (dataDir: string) => {
	const file = getSqlitePath(dataDir);
	if (existsSync(file)) return;
	return [`${file}-wal`, `${file}-journal`].find(
		(path) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0,
	);
};

/** Opens the SQLite database of a data folder read-only, next to a server that may have it open. */
export const readSqlite = (dataDir: string): Db =>
	createKysely(openFile(getSqlitePath(dataDir), true));

/** Opens the SQLite database of a data folder and migrates its schema. */
export const openSqlite = async (
	dataDir: string,
	{ say, steps, around = (transact) => transact }: OpenOptions = {},
): Promise<Database> => {
	const file = getSqlitePath(dataDir);
	const open = async () => {
		const writer = openFile(file, false);
		let upgraded = false;
		try {
			const db = createKysely(writer);
			upgraded = await migrate(db, steps, say);
		} catch (error) {
			writer.close();
			throw error;
		}
		if (!upgraded) return writer;
		// A connection that filled a search index keeps its memory and scans it at every commit, so open a new one.
		writer.close();
		return openFile(file, false);
	};
	const write = createKysely(await open());
	// Reads have their own connection, so that they never wait for an open transaction.
	const read = createKysely(openFile(file, true));
	const inTurn = createQueues();
	const inTransaction = around(async (work) => {
		// SQLite answers within one turn of the event loop. Without this, a loop of writes would block other requests.
		await setImmediate();
		return write.transaction().execute(work);
	});
	return {
		engine: 'sqlite',
		read,
		single: write,
		write: inTransaction,
		withLock: (name, work) => inTurn(name, () => work(inTransaction)),
		// Queued, because two holders in this process would also exclude each other.
		writeUnlessBackup: (work) =>
			inTurn('backup', async () => {
				const release = lockBackup(dataDir, 0);
				return release && inTransaction(work).finally(release);
			}),
		bytes: () => countBytes(read),
		close: async () => {
			await read.destroy();
			// Waits for the connection, and so for running writes.
			await sql`pragma optimize`.execute(write);
			await write.destroy();
		},
	};
};
