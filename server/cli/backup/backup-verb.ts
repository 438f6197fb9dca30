import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { numberOf } from '#shared/grouped.ts';
import { makeDataDir, readConfig } from '../../config.ts';
import { TransferError } from '../../db/dump.ts';
import { requireDatabase, snapshotOf, whileHeld } from '../../db/transfer.ts';
import { type BackupRecord, lastBackup, recordBackup } from '../../features/system/last-backup.ts';
import { openFileStore } from '../../files/open.ts';
import { packageVersion } from '../../version.ts';
import { withDataBeside } from '../data.ts';
import { UsageError, type Verb } from '../verb.ts';
import { sizeText } from '../words.ts';
import { backUp } from './backup.ts';

const isFolder = (path: string) =>
	statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const STDOUT = '-';

/** The file to write: in a folder, one that is named after this moment. */
const fileOf = (to: string) => {
	const path = resolve(to);
	const moment = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
	if (isFolder(path)) return join(path, `ufundi-${moment}.tar`);
	// Not made here: where a disk is not mounted, it would be made on another.
	if (to.endsWith('/')) throw new TransferError(`There is no folder ${path}.`);
	return path;
};

/** Where the archive goes: a path, or what this command writes to. */
const targetOf = (to: string) => {
	if (to !== STDOUT) return fileOf(to);
	if (process.stdout.isTTY) throw new UsageError('Lead the archive somewhere: … --to - > file');
	return process.stdout;
};

/** Notes a backup beside the server, and resolves to the one before. */
const remember = (record: BackupRecord) =>
	withDataBeside((database) =>
		database.write(async (trx) => {
			const before = await lastBackup(trx);
			await recordBackup(trx, record);
			return before;
		}),
	);

const options = {
	to: { type: 'string' },
	'without-files': { type: 'boolean', default: false },
} as const;

/** `ufundi backup --to <file or folder>`: the database and all files as one archive. */
export const backupVerb: Verb = {
	usage: `backup --to <file or folder> [--without-files]

  --to             the archive; in a folder it is named after the moment; - writes it to standard output,
                   where nobody reads it back: have \`restore --check\` do so where it arrives
  --without-files  only the database, where the files are kept safe in another way

Works beside a running server, and holds one moment. The archive has its name only once it is whole and
was read back. Ends with code 1 where that fails, or where a file is missing or damaged.`,
	run: async (args) => {
		const { values } = parseArgs({ args, options });
		if (!values.to) throw new UsageError('Say where to write the backup.');
		const target = targetOf(values.to);
		const path = typeof target === 'string' ? target : STDOUT;
		// Beside an archive there is no room for words.
		const say = path === STDOUT ? console.error : console.log;
		const config = readConfig();
		requireDatabase(config);
		makeDataDir(config.dataDir);
		return whileHeld(config, async () => {
			const store = values['without-files'] ? undefined : await openFileStore(config);
			const done = await backUp(target, {
				snapshot: await snapshotOf(config),
				engine: config.databaseUrl ? 'postgres' : 'sqlite',
				version: packageVersion(),
				store,
			});
			for (const { name, sha256, why } of done.lost)
				say(`The file ${name} is ${why}, and is not in the backup (${sha256}).`);
			const before = await remember({
				at: done.at,
				destination: path,
				lost: done.lost.length,
			}).catch((error: Error) => {
				say(`The backup is not on the status page: ${error.message}`);
				return undefined;
			});
			const files = store ? numberOf(done.files, 'file') : 'no files';
			say(
				`Backed up ${numberOf(done.rows, 'row')} and ${files} to ${path} (${sizeText(done.bytes)}).`,
			);
			if (before) say(`The one before was made at ${before.at}.`);
			return done.lost.length > 0 ? 1 : 0;
		});
	},
};
