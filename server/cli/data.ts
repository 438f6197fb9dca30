import { existsSync } from 'node:fs';
import { makeDataDir, readConfig } from '../config.ts';
import { openDatabase } from '../open-database.ts';
import { DataInUseError, lockDataDir } from '../platform/db/data-lock.ts';
import type { Database, Db, Place } from '../platform/db/database.ts';
import { isSchemaCurrent } from '../platform/db/migrate.ts';
import { readPostgres } from '../platform/db/postgres.ts';
import { getSqlitePath, readSqlite } from '../platform/db/sqlite.ts';
import { openFileStore } from '../platform/files/open.ts';
import type { FileStore } from '../platform/files/store.ts';
import { ConfigError } from '../platform/settings/env.ts';
import { refuseMissingDatabase } from '../startup-checks.ts';

/** Fails with `ConfigError` when the settings name a SQLite database that does not exist. */
export const requireDatabase = ({ dataDir, databaseUrl }: Place) => {
	if (!databaseUrl && !existsSync(getSqlitePath(dataDir)))
		throw new ConfigError(`DATA_DIR: there is no database in ${dataDir}.`);
};

/** Runs a command that only reads the database of the settings, also next to a running server. */
export const withReadOnly = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
	const { dataDir, databaseUrl } = readConfig();
	requireDatabase({ dataDir, databaseUrl });
	const db = databaseUrl ? readPostgres(databaseUrl) : readSqlite(dataDir);
	try {
		return await work(db);
	} finally {
		await db.destroy();
	}
};

/** Runs `work` while no server uses the data folder of a SQLite database; throws `DataInUseError` while one does. */
export const withFolderLock = async <T>(
	{ dataDir, databaseUrl }: Place,
	work: () => Promise<T>,
): Promise<T> => {
	makeDataDir(dataDir);
	const unlock = databaseUrl ? () => {} : lockDataDir(dataDir);
	return work().finally(unlock);
};

/** Runs a command that writes; on SQLite it throws `DataInUseError` while a server uses the data folder. */
export const withData = async <T>(
	work: (data: { database: Database; files: FileStore }) => Promise<T>,
): Promise<T> => {
	const config = readConfig();
	return withFolderLock(config, async () => {
		if (!config.databaseUrl) refuseMissingDatabase(config.dataDir);
		const database = await openDatabase(config);
		try {
			return await work({ database, files: await openFileStore(config) });
		} finally {
			await database.close();
		}
	});
};

/** Runs a command that writes, also while a server uses the data folder. */
export const withDataOrSharedData = async <T>(
	work: (data: { database: Database; files: FileStore }) => Promise<T>,
): Promise<T> => {
	try {
		return await withData(work);
	} catch (error) {
		if (!(error instanceof DataInUseError)) throw error;
	}
	return withSharedData(async (database) =>
		work({ database, files: await openFileStore(readConfig()) }),
	);
};

/** Runs a command that makes one short write, also next to a server. Never migrates the database. */
export const withSharedData = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
	if (!(await withReadOnly(isSchemaCurrent)))
		throw new ConfigError('The database belongs to another version of Ufundi.');
	const database = await openDatabase(readConfig());
	try {
		return await work(database);
	} finally {
		await database.close();
	}
};
