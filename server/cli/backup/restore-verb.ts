import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { numberOf } from '#shared/grouped.ts';
import { type Config, readConfig } from '../../config.ts';
import { openFileStore } from '../../files/open.ts';
import { secretFile } from '../../settings/secret-file.ts';
import { holdingFolder } from '../data.ts';
import { UsageError, type Verb } from '../verb.ts';
import { type Archive, openArchive, rehearse } from './archive-reader.ts';
import { restore } from './restore.ts';

const describeArchive = ({ manifest, contents }: Archive) => {
	const rows = manifest.tables.reduce((all, table) => all + table.rows, 0);
	const files = manifest.files ? numberOf(contents().length, 'file') : 'no files';
	return `${numberOf(rows, 'row')} and ${files} of ${manifest.at}`;
};

/** Whether the server that starts on this would make a secret of its own, and second factors were sealed with another. */
const lacksSecret = ({ manifest }: Archive, { secret, dataDir }: Config) =>
	secret === undefined &&
	!existsSync(secretFile(dataDir)) &&
	manifest.tables.some(({ name, rows }) => name === 'second_factors' && rows > 0);

const restoreInto = async (archive: Archive) => {
	const config = readConfig();
	const done = await holdingFolder(config, async () =>
		restore(archive, config, await openFileStore(config)),
	);
	console.log(
		`Restored ${numberOf(done.rows, 'row')} and ${numberOf(done.files, 'file')} of ${archive.manifest.at}; ${numberOf(done.present, 'file')} were there already.`,
	);
	if (lacksSecret(archive, config))
		console.log(
			'No archive holds the secret: set SECRET, or bring the file `secret` of the old DATA_DIR, before the server starts, or second factors cannot be read.',
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
