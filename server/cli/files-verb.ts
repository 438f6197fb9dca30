import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { formatCount } from '#shared/grouped.ts';
import { readConfig } from '../config.ts';
import type { Db } from '../platform/db/database.ts';
import { copyContents, examineAll } from '../platform/files/examine.ts';
import { getFilesFolder, openFileStore } from '../platform/files/open.ts';
import { ConfigError } from '../platform/settings/env.ts';
import { withReadOnly } from './data.ts';
import { findSubcommand, formatSize, type Verb } from './verb.ts';

const readNames = async (db: Db) => {
	const rows = await db.selectFrom('files').select(['sha256', 'name']).orderBy('name').execute();
	return new Map(rows.map(({ sha256, name }) => [sha256, name]));
};

const copy = async () => {
	const config = readConfig();
	if (!config.bucket) throw new ConfigError('FILES_URL must name the store to copy to.');
	if (!existsSync(getFilesFolder(config.dataDir)))
		throw new ConfigError(`DATA_DIR: there are no files in ${config.dataDir}.`);
	const from = await openFileStore({ ...config, bucket: undefined });
	const done = await copyContents(from, await openFileStore(config));
	for (const sha256 of done.damaged)
		console.log(`Damaged, and not copied: ${sha256} no longer has the content of that hash.`);
	const repaired = done.repaired > 0 ? `, of which ${done.repaired} damaged there` : '';
	console.log(
		`Copied ${formatCount(done.copied, 'file')} (${formatSize(done.bytes)})${repaired}; ${done.present} were there already.`,
	);
	return done.damaged.length > 0 ? 1 : 0;
};

const verify = () =>
	withReadOnly(async (db) => {
		const store = await openFileStore(readConfig());
		const names = await readNames(db);
		const result = await examineAll(store, new Set(names.keys()));
		// A file whose row was deleted during the check is not missing.
		const still = await readNames(db);
		const missing = result.missing.filter((sha256) => still.has(sha256));
		for (const sha256 of missing) console.log(`Missing: ${names.get(sha256)} (${sha256})`);
		for (const sha256 of result.damaged)
			console.log(`Damaged: ${names.get(sha256) ?? 'a file that nothing refers to'} (${sha256})`);
		console.log(`${formatCount(result.sound, 'file')} (${formatSize(result.bytes)}) sound.`);
		return missing.length + result.damaged.length > 0 ? 1 : 0;
	});

const subcommands: Record<string, () => Promise<number>> = { copy, verify };

/** `ufundi files copy` and `ufundi files verify`: copies or checks the contents of files in any store. */
export const filesVerb: Verb = {
	usage: `files copy | files verify

  copy     from DATA_DIR to the store that FILES_URL names, what is not there yet, or is damaged
           there: it reads all that is there; may be ended and run again, also beside a running
           server
  verify   read every file, and say which are damaged or missing; changes nothing

Ends with code 1 where a file is damaged or missing.`,
	run: (args) => {
		const { positionals } = parseArgs({ args, allowPositionals: true });
		return findSubcommand(subcommands, positionals, 'Say `copy` or `verify`.')();
	},
};
