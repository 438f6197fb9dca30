import { createHmac } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Db } from './platform/db/database.ts';
import { findLeftLog, getSqlitePath } from './platform/db/sqlite.ts';
import { getFilesFolder } from './platform/files/open.ts';
import { ConfigError } from './platform/settings/env.ts';
import { getSecretFile } from './platform/settings/secret-file.ts';

const findEntry = (folder: string, form: RegExp) =>
	existsSync(folder) ? readdirSync(folder).find((name) => form.test(name)) : undefined;

const hasDatabase = (dataDir: string) =>
	(statSync(getSqlitePath(dataDir), { throwIfNoEntry: false })?.size ?? 0) > 0;

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
	const log = findLeftLog(dataDir);
	if (log !== undefined)
		throw new ConfigError(
			`DATA_DIR: ${log} holds the last writes of a database that is missing; put ufundi.db back next to it, or move it away and restore a backup.`,
		);
	if (hasDatabase(dataDir)) return;
	const left = existsSync(getSecretFile(dataDir))
		? 'a secret'
		: findEntry(getFilesFolder(dataDir), /^[0-9a-f]{2}$/) && 'files';
	if (left)
		throw new ConfigError(
			`DATA_DIR: ${dataDir} holds ${left} but no database; restore a backup there, or name an empty folder for a new installation.`,
		);
};

/** Throws a `ConfigError` if the folder of all files is missing, perhaps because a disk is not mounted. */
export const refuseMissingFiles = async (dataDir: string, db: Db) => {
	if (existsSync(getFilesFolder(dataDir))) return;
	const known = await db.selectFrom('files').select('key').limit(1).executeTakeFirst();
	if (known)
		throw new ConfigError(
			`DATA_DIR: the folder ${getFilesFolder(dataDir)} is gone, and the database knows files; bring it back, or make it empty if they are lost.`,
		);
};

const MARK = 'secret_mark';

/** Derives a text from a secret, which does not reveal the secret. */
const deriveMark = (secret: string) =>
	JSON.stringify(createHmac('sha256', secret).update('The secret of this database').digest('hex'));

/** Stores which secret a database is used with, in place of any other. */
export const acceptSecret = ({ write }: Pick<Database, 'write'>, secret: string) => {
	const value = deriveMark(secret);
	return write(async (trx) => {
		await trx
			.insertInto('settings')
			.values({ name: MARK, value })
			.onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
			.execute();
	});
};

/** Throws a `ConfigError` if the servers of a database use another secret. The first server stores its own. */
export const refuseOtherSecret = async (
	database: Pick<Database, 'read' | 'write'>,
	secret: string,
) => {
	const stored = await database.read
		.selectFrom('settings')
		.select('value')
		.where('name', '=', MARK)
		.executeTakeFirst();
	if (!stored) return acceptSecret(database, secret);
	if (stored.value !== deriveMark(secret))
		throw new ConfigError(
			'SECRET is not the one that this database is used with: set the same on all servers. To change it, stop all servers and run npm run ufundi -- secret change.',
		);
};
