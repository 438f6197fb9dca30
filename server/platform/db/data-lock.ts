import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { CommandError } from '../errors.ts';
import { ConfigError } from '../settings/env.ts';
import { giveToFolderOwner } from '../settings/folder-owner.ts';
import type { Place } from './database.ts';
import { classifyError } from './engine.ts';
import { BACKUP_LOCK, connect } from './postgres.ts';

/** Another process has locked the data folder. */
export class DataInUseError extends Error {}

/** Locks a lock file of a data folder; undefined if another process keeps it locked for longer than `waitMs`. */
const lockFile = (dataDir: string, name: string, waitMs: number): (() => void) | undefined => {
	const path = join(dataDir, name);
	let lock: Sqlite.Database | undefined;
	try {
		lock = new Sqlite(path, { timeout: waitMs });
		giveToFolderOwner(path);
		lock.pragma('journal_mode = DELETE');
		lock.exec('begin exclusive');
	} catch (error) {
		lock?.close();
		if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return undefined;
		if (classifyError(error) === 'storage_full') throw error;
		throw new ConfigError(
			`DATA_DIR cannot be used: ${path} must belong to the user that this runs as (${(error as Error).message}).`,
			{ cause: error },
		);
	}
	const database = lock;
	return () => database.close();
};

/**
 * Locks a data folder for this process, or throws `DataInUseError`. The operating system releases the lock with the
 * process.
 */
export const lockDataDir = (dataDir: string): (() => void) => {
	const release = lockFile(dataDir, 'ufundi.lock', 0);
	if (release) return release;
	throw new DataInUseError(`Another Ufundi server is using the data folder ${dataDir}.`);
};

/**
 * Takes the backup lock, by which a backup and a deletion of files exclude each other. Undefined if another process
 * keeps it for longer than `waitMs`.
 */
export const lockBackup = (dataDir: string, waitMs: number) =>
	lockFile(dataDir, 'backup.lock', waitMs);

/** Longer than a deletion of files, shorter than a backup. */
const WAIT_MS = 10_000;

const lockPostgres = async (databaseUrl: string) => {
	const client = await connect(databaseUrl);
	try {
		await client.query(`set lock_timeout = ${WAIT_MS}`);
		await client.query('select pg_advisory_lock($1)', [BACKUP_LOCK]);
		return () => client.end();
	} catch (error) {
		await client.end();
		if ((error as { code?: string }).code === '55P03') return undefined;
		throw error;
	}
};

/**
 * Runs `work` while no server deletes a file that a backup needs. Fails with `CommandError` while another backup runs.
 */
export const withBackupLock = async <T>(
	{ dataDir, databaseUrl }: Place,
	work: () => Promise<T>,
): Promise<T> => {
	const release = databaseUrl ? await lockPostgres(databaseUrl) : lockBackup(dataDir, WAIT_MS);
	if (!release) throw new CommandError('Another backup is being made.');
	try {
		return await work();
	} finally {
		await release();
	}
};
