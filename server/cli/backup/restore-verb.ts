import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { numberOf } from '#shared/grouped.ts';
import { readConfig } from '../../config.ts';
import { openFileStore } from '../../files/open.ts';
import { holdingFolder } from '../data.ts';
import { UsageError, type Verb } from '../verb.ts';
import { type Archive, openArchive, rehearse } from './archive-reader.ts';
import { restore } from './restore.ts';

const describeArchive = ({ manifest, contents }: Archive) => {
	const rows = manifest.tables.reduce((all, table) => all + table.rows, 0);
	const files = manifest.files ? numberOf(contents().length, 'file') : 'no files';
	return `${numberOf(rows, 'row')} and ${files} of ${manifest.at}`;
};

const restoreInto = async (archive: Archive) => {
	const config = readConfig();
	const done = await holdingFolder(config, async () =>
		restore(archive, config, await openFileStore(config)),
	);
	console.log(
		`Restored ${numberOf(done.rows, 'row')} and ${numberOf(done.files, 'file')} of ${archive.manifest.at}; ${numberOf(done.present, 'file')} were there already.`,
	);
};

/** `ufundi restore <archive>`: an archive into an empty database and a file store. */
export const restoreVerb: Verb = {
	usage: `restore [--check] <archive>

  --check   only read the archive to its end and compare it with its checksums

Restores to where DATA_DIR, DATABASE_URL and FILES_URL say. The database must be empty: nothing is ever
overwritten. It is there whole or not at all; after a failure, run it again.`,
	run: async (args) => {
		const { values, positionals } = parseArgs({
			args,
			options: { check: { type: 'boolean', default: false } },
			allowPositionals: true,
		});
		const [path, ...more] = positionals;
		if (path === undefined || more.length > 0) throw new UsageError('Name one archive.');
		const archive = await openArchive(resolve(path));
		for (const { name, sha256, why } of archive.manifest.lost)
			console.log(`The file ${name} was ${why} when the backup was made (${sha256}).`);
		if (values.check) {
			await rehearse(archive);
			console.log(`The backup is whole: ${describeArchive(archive)}.`);
		} else await restoreInto(archive);
		return 0;
	},
};
