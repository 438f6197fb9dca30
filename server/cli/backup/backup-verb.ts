import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
// By its own file: all of date-fns is 300 files and a second.
import { formatDistanceToNow } from 'date-fns/formatDistanceToNow';
import { makeDataDir, readConfig } from '../../config.ts';
import { requireDatabase, snapshotOf, whileHeld } from '../../db/transfer.ts';
import { lastBackup, recordBackup } from '../../files/last-backup.ts';
import { openFileStore } from '../../files/open.ts';
import { packageVersion } from '../../version.ts';
import { UsageError, type Verb } from '../verb.ts';
import { counted, sizeText } from '../words.ts';
import { backUp } from './backup.ts';

const isFolder = (path: string) =>
	statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** The file to write: in a folder, one that is named after this moment. */
const fileOf = (to: string) => {
	const moment = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
	return isFolder(to) ? join(to, `ufundi-${moment}.tar`) : to;
};

const options = {
	to: { type: 'string' },
	'without-files': { type: 'boolean', default: false },
} as const;

/** `ufundi backup --to <file or folder>`: the database and all files as one archive. */
export const backupVerb: Verb = {
	usage: `backup --to <file or folder> [--without-files]

  --to             the archive; in a folder it is named after the moment
  --without-files  only the database, where the files are kept safe in another way

Works beside a running server, and holds one moment. The archive has its name only once it is whole and
was read back. Ends with code 1 where that fails, or where a file is missing or damaged.`,
	run: async (args) => {
		const { values } = parseArgs({ args, options });
		if (!values.to) throw new UsageError('Say where to write the backup.');
		const path = fileOf(resolve(values.to));
		const config = readConfig();
		makeDataDir(config.dataDir);
		requireDatabase(config);
		return whileHeld(config, async () => {
			const store = values['without-files'] ? undefined : await openFileStore(config);
			const done = await backUp(path, {
				snapshot: await snapshotOf(config),
				engine: config.databaseUrl ? 'postgres' : 'sqlite',
				version: packageVersion(),
				store,
			});
			for (const { name, sha256, why } of done.lost)
				console.log(`The file ${name} is ${why}, and is not in the backup (${sha256}).`);
			const before = await lastBackup(config.dataDir);
			await recordBackup(config.dataDir, { ...done, to: path, lost: done.lost.length });
			const files = store ? counted(done.files, 'file') : 'no files';
			console.log(
				`Backed up ${counted(done.rows, 'row')} and ${files} to ${path} (${sizeText(done.bytes)}).`,
			);
			if (before) console.log(`The one before was made ${formatDistanceToNow(before.at)} ago.`);
			return done.lost.length > 0 ? 1 : 0;
		});
	},
};
