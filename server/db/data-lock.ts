import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { giveToFolderOwner } from '../owner.ts';
import { ConfigError } from '../settings/env.ts';

/** Another process holds the data folder. */
export class DataInUseError extends Error {}

/** Holds a lock file of a data folder; undefined when another process holds it for longer than we wait. */
const hold = (dataDir: string, name: string, waitMs: number): (() => void) | undefined => {
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
		throw new ConfigError(
			`DATA_DIR cannot be used: ${path} must belong to the user that this runs as (${(error as Error).message}).`,
			{ cause: error },
		);
	}
	const held = lock;
	return () => held.close();
};

/**
 * Takes a data folder for this process, or throws `DataInUseError`. The lock is the operating
 * system's own, on a file beside the database, so it ends with the process however that ends.
 * Returns the function that gives it back.
 */
export const lockDataDir = (dataDir: string): (() => void) => {
	const release = hold(dataDir, 'ufundi.lock', 0);
	if (release) return release;
	throw new DataInUseError(`Another Ufundi server is using the data folder ${dataDir}.`);
};

/**
 * Keeps what a backup of a data folder may need from being removed, or, for a removal, backups from
 * beginning. Undefined when somebody else has it for longer than we wait.
 */
export const lockBackup = (dataDir: string, waitMs: number) => hold(dataDir, 'backup.lock', waitMs);
