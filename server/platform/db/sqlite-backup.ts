import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { CommandError } from '../errors.ts';
import { giveToFolderOwner } from '../settings/folder-owner.ts';
import { migrate } from './migrate.ts';
import { findLeftLog, getSqlitePath } from './sqlite.ts';
import { createKysely } from './sqlite-dialect.ts';

const PAGES_PER_TURN = 1_000;

/** Syncs a file or the entries of a folder to the disk. */
export const syncPath = async (path: string) => {
	const file = await open(path);
	await file.sync().finally(() => file.close());
};

const findDamage = (db: Sqlite.Database) => {
	try {
		const integrity = db.pragma('integrity_check(1)', { simple: true });
		if (integrity !== 'ok') return `${integrity}`.replaceAll('\n', ' ');
		const [broken] = db.pragma('foreign_key_check') as { table: string; parent: string }[];
		return broken && `a row of ${broken.table} refers to no row of ${broken.parent}`;
	} catch (error) {
		// The schema itself cannot be read.
		if ((error as { code?: string }).code?.startsWith('SQLITE_CORRUPT'))
			return (error as Error).message;
		throw error;
	}
};

/**
 * Copies the database of a data folder into a gzipped file, next to a running server. Fails with `CommandError` when it
 * is damaged.
 */
export const dumpSqlite = async (dataDir: string, to: string) => {
	const copy = `${to}.copy`;
	const from = new Sqlite(getSqlitePath(dataDir), { readonly: true });
	try {
		// Within a read transaction, the copy is of one moment and does not restart at each write.
		from.exec('begin; select 1 from sqlite_master');
		await from.backup(copy, { progress: () => PAGES_PER_TURN });
	} finally {
		from.close();
	}
	const db = new Sqlite(copy);
	try {
		db.pragma('journal_mode = DELETE');
		const damage = findDamage(db);
		if (damage !== undefined)
			throw new CommandError(`The database is damaged, so it was not backed up: ${damage}.`);
	} finally {
		db.close();
	}
	await pipeline(createReadStream(copy), createGzip({ level: 3 }), createWriteStream(to));
	await rm(copy);
};

/**
 * Fails with `CommandError` when a data folder has a database, or the log of one that was moved away: SQLite would delete
 * it, or apply it to a restored database (sqlite.org/howtocorrupt.html, 1.4).
 */
export const requireNoSqlite = (dataDir: string) => {
	const file = getSqlitePath(dataDir);
	if (existsSync(file)) throw new CommandError(`There is a database in ${dataDir} already.`);
	const log = findLeftLog(dataDir);
	if (log !== undefined)
		throw new CommandError(
			`DATA_DIR: ${log} is left of a database that was moved away. Move it away too, or name another folder.`,
		);
};

/**
 * Restores the database of a data folder from a gzipped copy and migrates it. Renames the file when it is complete and
 * synced.
 */
export const restoreSqlite = async (dataDir: string, content: Readable) => {
	const file = getSqlitePath(dataDir);
	const making = `${file}.making`;
	for (const left of [making, `${making}-journal`]) await rm(left, { force: true });
	try {
		await pipeline(content, createGunzip(), createWriteStream(making, { mode: 0o600 }));
		giveToFolderOwner(making);
		const db = new Sqlite(making);
		try {
			await migrate(createKysely(db));
			const damage = findDamage(db);
			if (damage !== undefined) throw new CommandError(`The backup is damaged: ${damage}.`);
		} finally {
			db.close();
		}
		await syncPath(making);
		await rename(making, file);
		await syncPath(dataDir);
	} catch (error) {
		for (const left of [making, `${making}-journal`]) await rm(left, { force: true });
		throw error;
	}
};
