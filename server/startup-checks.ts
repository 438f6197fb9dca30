import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from './db/database.ts';
import { sqliteFile } from './db/sqlite.ts';
import { filesFolder } from './files/open.ts';
import { ConfigError } from './settings/env.ts';
import { secretFile } from './settings/secret-file.ts';

const findEntry = (folder: string, form: RegExp) =>
	existsSync(folder) ? readdirSync(folder).find((name) => form.test(name)) : undefined;

const hasDatabase = (dataDir: string) =>
	(statSync(sqliteFile(dataDir), { throwIfNoEntry: false })?.size ?? 0) > 0;

/**
 * Throws a `ConfigError` instead of creating a database in a data folder that had one, or in which a restore was
 * interrupted.
 */
export const refuseMissingDatabase = (dataDir: string) => {
	const making = findEntry(dataDir, /\.making$/);
	if (making !== undefined)
		throw new ConfigError(
			`DATA_DIR: a restore did not end, and left ${join(dataDir, making)}; run it again (npm run ufundi -- restore <archive>), or remove that file.`,
		);
	if (hasDatabase(dataDir)) return;
	const left = existsSync(secretFile(dataDir))
		? 'a secret'
		: findEntry(filesFolder(dataDir), /^[0-9a-f]{2}$/) && 'files';
	if (left)
		throw new ConfigError(
			`DATA_DIR: ${dataDir} holds ${left} but no database; restore a backup there, or name an empty folder for a new installation.`,
		);
};

/** Throws a `ConfigError` if the folder of all files is missing, perhaps because a disk is not mounted. */
export const refuseMissingFiles = async (dataDir: string, db: Db) => {
	if (existsSync(filesFolder(dataDir))) return;
	const known = await db.selectFrom('files').select('key').limit(1).executeTakeFirst();
	if (known)
		throw new ConfigError(
			`DATA_DIR: the folder ${filesFolder(dataDir)} is gone, and the database knows files; bring it back, or make it empty if they are lost.`,
		);
};
