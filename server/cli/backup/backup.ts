import { createReadStream, existsSync, statSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { formatCount } from '#shared/grouped.ts';
import { type Config, makeDataDir, readConfig } from '../../config.ts';
import { withBackupLock } from '../../platform/db/data-lock.ts';
import { listMigrations } from '../../platform/db/migrate.ts';
import { dumpSqlite } from '../../platform/db/sqlite-backup.ts';
import { AppError, CommandError } from '../../platform/errors.ts';
import { openFileStore } from '../../platform/files/open.ts';
import type { FileStore } from '../../platform/files/store.ts';
import { readPackageVersion } from '../../platform/settings/version.ts';
import {
	type BackupRecord,
	readLastBackup,
	recordBackup,
} from '../../platform/system/last-backup.ts';
import { withReadOnly, withSharedData } from '../data.ts';
import { formatSize, UsageError, type Verb } from '../verb.ts';
import { type ArchiveWriter, type Manifest, writeArchive } from './archive.ts';
import { dumpPostgres } from './postgres.ts';

const STDOUT = '-';
/** The temporary copy of the database in the data folder, until it is in the archive. */
const COPY = 'backup.partial';

const isFolder = (path: string) =>
	statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const resolveFile = (to: string) => {
	const path = resolve(to);
	const moment = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
	if (isFolder(path)) return join(path, `ufundi-${moment}.tar`);
	// Not created here: if its disk is not mounted, the folder would be on another one.
	if (to.endsWith('/')) throw new CommandError(`There is no folder ${path}.`);
	if (existsSync(path)) throw new CommandError(`There is a file ${path} already.`);
	return path;
};

const resolveTarget = (to: string): string | Writable => {
	if (to !== STDOUT) return resolveFile(to);
	if (process.stdout.isTTY) throw new UsageError('Redirect the archive: … --to - > file');
	return process.stdout;
};

const describeDatabase = () =>
	withReadOnly(async (db) => ({
		steps: await listMigrations(db),
		files: await db.selectFrom('files').select(['sha256', 'name', 'size']).execute(),
	}));

/** Adds all files to an archive. Reports a missing or damaged file and continues. */
const addFiles = async (
	archive: ArchiveWriter,
	store: FileStore,
	files: Awaited<ReturnType<typeof describeDatabase>>['files'],
) => {
	const contents = new Map(files.map((file) => [file.sha256, file]));
	const lost: Manifest['lost'] = [];
	for (const { sha256, name, size } of contents.values()) {
		const content = await store.open(sha256);
		if (!content) lost.push({ sha256, name, why: 'missing' });
		else if ((await archive.addFile(sha256, size, content)) !== sha256)
			lost.push({ sha256, name, why: 'damaged' });
	}
	return { count: contents.size - lost.length, lost };
};

const writeBackup = async (config: Config, to: string | Writable, withFiles: boolean) => {
	const { dataDir, databaseUrl } = config;
	const engine = databaseUrl ? 'postgres' : 'sqlite';
	// A backup that was killed may have left its copy.
	for (const name of await readdir(dataDir))
		if (name.startsWith(COPY)) await rm(join(dataDir, name));
	await describeDatabase();
	const store = withFiles ? await openFileStore(config) : undefined;
	const copy = join(dataDir, COPY);
	try {
		return await writeArchive(to, async (archive) => {
			const startedAt = new Date().toISOString();
			await (databaseUrl ? dumpPostgres(databaseUrl, copy) : dumpSqlite(dataDir, copy));
			const { size } = await stat(copy);
			const sha256 = await archive.addDatabase(engine, size, createReadStream(copy));
			await rm(copy);
			// Listed after the copy, so that no file in the database copy is missing from this list.
			const { steps, files } = await describeDatabase();
			const added = store && (await addFiles(archive, store, files));
			return {
				format: 2,
				version: readPackageVersion(),
				at: startedAt,
				engine,
				steps,
				database: { size, sha256 },
				files: added?.count ?? null,
				lost: added?.lost ?? [],
			};
		});
	} catch (error) {
		const { syscall, message } = error as NodeJS.ErrnoException;
		// An error of the operating system: a full disk, or a folder that does not exist.
		if (syscall === undefined || error instanceof AppError) throw error;
		throw new CommandError(`The backup could not be written: ${message}.`, { cause: error });
	} finally {
		for (const left of [copy, `${copy}.copy`]) await rm(left, { force: true });
	}
};

const remember = (record: BackupRecord) =>
	withSharedData((database) =>
		database.write(async (trx) => {
			const before = await readLastBackup(trx);
			await recordBackup(trx, record);
			return before;
		}),
	);

const options = {
	to: { type: 'string' },
	'without-files': { type: 'boolean', default: false },
} as const;

/** `ufundi backup --to <file or folder>`: writes the database and all files to one archive. */
export const backupVerb: Verb = {
	usage: `backup --to <file or folder> [--without-files]

  --to             the archive; in a folder the file is named by the time; - writes to standard output,
                   where nothing reads the archive back: run \`restore --check\` where it arrives
  --without-files  only the database, for files that are backed up in another way

Runs next to a running server. The archive gets its name only when it is complete and was read back.
On PostgreSQL it needs pg_dump. Ends with code 1 on a failure, and if a file is missing or damaged.`,
	run: async (args) => {
		const { values } = parseArgs({ args, options });
		if (!values.to) throw new UsageError('Say where to write the backup: --to <file or folder>.');
		const target = resolveTarget(values.to);
		const destination = typeof target === 'string' ? target : STDOUT;
		// With the archive on standard output, messages go to standard error.
		const say = destination === STDOUT ? console.error : console.log;
		const config = readConfig();
		// Before the lock, which would create the folder.
		await withReadOnly(async () => {});
		makeDataDir(config.dataDir);
		return withBackupLock(config, async () => {
			const done = await writeBackup(config, target, !values['without-files']);
			for (const { name, sha256, why } of done.lost)
				say(`The file ${name} is ${why} and is not in the backup (${sha256}).`);
			const before = await remember({
				at: done.at,
				destination,
				lost: done.lost.length,
			}).catch((error: Error) => {
				say(`The backup is not on the status page: ${error.message}`);
				return undefined;
			});
			const files = done.files === null ? 'no files' : formatCount(done.files, 'file');
			say(
				`Backed up the database (${formatSize(done.database.size)}) and ${files} to ${destination}.`,
			);
			if (before) say(`The backup before was made at ${before.at}.`);
			return done.lost.length > 0 ? 1 : 0;
		});
	},
};
