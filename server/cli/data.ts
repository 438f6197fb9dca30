import { join } from 'node:path';
import { makeDataDir, readConfig } from '../config.ts';
import { lockDataDir } from '../db/data-lock.ts';
import type { Database } from '../db/database.ts';
import { openPostgres } from '../db/postgres.ts';
import { openSqlite } from '../db/sqlite.ts';
import { openDiskStore } from '../files/disk.ts';
import type { FileStore } from '../files/store.ts';

/**
 * Runs a command that writes on the data that the settings name. On SQLite it needs them for itself:
 * `DataInUseError` while a server holds the data folder.
 */
export const withData = async <T>(
	work: (data: { database: Database; files: FileStore }) => Promise<T>,
): Promise<T> => {
	const { dataDir, databaseUrl } = readConfig();
	makeDataDir(dataDir);
	const unlock = databaseUrl ? () => {} : lockDataDir(dataDir);
	try {
		const database = databaseUrl ? await openPostgres(databaseUrl) : await openSqlite(dataDir);
		try {
			return await work({ database, files: await openDiskStore(join(dataDir, 'files')) });
		} finally {
			await database.close();
		}
	} finally {
		unlock();
	}
};
