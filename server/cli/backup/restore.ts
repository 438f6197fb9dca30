import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatCount } from '#shared/grouped.ts';
import { type Config, readConfig } from '../../config.ts';
import { openDatabase } from '../../open-database.ts';
import { findVersionProblem } from '../../platform/db/migrate.ts';
import { requireEmptyPostgres } from '../../platform/db/postgres.ts';
import { requireNoSqlite, restoreSqlite } from '../../platform/db/sqlite-backup.ts';
import { CommandError } from '../../platform/errors.ts';
import { forEachConcurrently } from '../../platform/files/for-each-concurrently.ts';
import { openFileStore } from '../../platform/files/open.ts';
import { getSecretFile } from '../../platform/settings/secret-file.ts';
import { withFolderLock, withReadOnly } from '../data.ts';
import { UsageError, type Verb } from '../verb.ts';
import { type Archive, openArchive } from './archive.ts';
import { restorePostgres } from './postgres.ts';

const placeFiles = async ({ files, openFile }: Archive, config: Config) => {
	const store = await openFileStore(config);
	let placed = 0;
	await forEachConcurrently(files, async (sha256) => {
		if (await store.has(sha256)) return;
		const staged = await store.receive(openFile(sha256), Number.MAX_SAFE_INTEGER);
		try {
			if (staged.sha256 !== sha256) throw new CommandError(`The file ${sha256} is damaged.`);
			await staged.place();
			placed++;
		} finally {
			await staged.discard();
		}
	});
	return placed;
};

const OTHER_ENGINE = {
	postgres: 'This is a backup of PostgreSQL: DATABASE_URL must name an empty database.',
	sqlite:
		'This is a backup of SQLite: unset DATABASE_URL to restore it. `db copy` then moves it to PostgreSQL.',
};

const requireSameEngine = ({ manifest }: Archive, { databaseUrl }: Config) => {
	const problem = findVersionProblem(manifest.steps, manifest.version);
	if (problem !== undefined) throw new CommandError(problem.replace('database', 'backup'));
	const { engine: from } = manifest;
	if (from !== (databaseUrl ? 'postgres' : 'sqlite')) throw new CommandError(OTHER_ENGINE[from]);
};

/** Restores the files first, so that no row names a missing file; then the database in one step. */
const restoreInto = async (archive: Archive, config: Config) => {
	const { dataDir, databaseUrl } = config;
	if (databaseUrl) await requireEmptyPostgres(databaseUrl);
	else requireNoSqlite(dataDir);
	const placed = await placeFiles(archive, config);
	if (!databaseUrl) await restoreSqlite(dataDir, archive.openDatabase());
	else {
		await restorePostgres(databaseUrl, archive.openDatabase());
		// Opening the database migrates it.
		await (await openDatabase(config)).close();
	}
	return placed;
};

/** Returns whether the restored second factors were encrypted with a secret that is not on this machine. */
const needsOtherSecret = async ({ secret, dataDir }: Config) =>
	secret === undefined &&
	!existsSync(getSecretFile(dataDir)) &&
	(await withReadOnly((db) =>
		db.selectFrom('second_factors').select('id').limit(1).executeTakeFirst(),
	)) !== undefined;

/** `ufundi restore <archive>`: restores an archive into an empty database, and its files. */
export const restoreVerb: Verb = {
	usage: `restore [--check] <archive>

  --check   only read the archive to its end and compare it with its checksums

Restores to the DATA_DIR, DATABASE_URL and FILES_URL of the settings, on the engine of the backup. The
database must be empty: nothing is ever overwritten. All of it is restored or nothing; after a failure,
run the command again. On PostgreSQL it needs pg_restore.`,
	run: async (args) => {
		const { values, positionals } = parseArgs({
			args,
			options: { check: { type: 'boolean', default: false } },
			allowPositionals: true,
		});
		const [path, ...more] = positionals;
		if (path === undefined || more.length > 0) throw new UsageError('Name one archive.');
		const archive = await openArchive(resolve(path));
		const { at, files, lost } = archive.manifest;
		for (const { name, sha256, why } of lost)
			console.log(`The file ${name} was ${why} when the backup was made (${sha256}).`);
		const what = `the database and ${files === null ? 'no files' : formatCount(files, 'file')} of ${at}`;
		if (values.check) {
			console.log(`The backup is complete: ${what}.`);
			return 0;
		}
		const config = readConfig();
		requireSameEngine(archive, config);
		const placed = await withFolderLock(config, () => restoreInto(archive, config));
		console.log(
			`Restored ${what}; ${(files ?? 0) - placed} of the files were in the store already.`,
		);
		if (await needsOtherSecret(config))
			console.log(
				'The backup does not contain the secret: set SECRET, or copy the file `secret` of the old DATA_DIR, before you start the server. Otherwise second factors cannot be read.',
			);
		return 0;
	},
};
