import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { numberOf } from '#shared/grouped.ts';
import type { Db } from '../db/database.ts';
import { noteAnchor } from '../features/audit/store.ts';
import { type Anchor, auditRows, verifyAudit } from '../features/audit/verify.ts';
import { ConfigError } from '../settings/env.ts';
import { openArchive } from './backup/archive-reader.ts';
import { withDataBeside, withReadOnly } from './data.ts';
import { UsageError, type Verb, workIn } from './verb.ts';

/** The anchors of a file: a backup's, or what `audit heads` wrote; a `ConfigError` names a line that is none. */
const anchorsIn = async (file: string): Promise<Anchor[]> => {
	if (file.endsWith('.tar')) return (await openArchive(file)).manifest.heads;
	let text: string;
	try {
		text = readFileSync(file, 'utf8');
	} catch (error) {
		throw new ConfigError(`${file} cannot be read: ${(error as Error).message}.`);
	}
	return text.split('\n').flatMap((line, at) => {
		if (line.trim() === '') return [];
		const [, chain, seq, hash] = /^([0-9a-f-]{36}) (\d+) ([0-9a-f]{12,64})\s*$/.exec(line) ?? [];
		if (!chain || !hash)
			throw new ConfigError(`${file}, line ${at + 1}: this is no end of a chain.`);
		return [{ chain, seq: Number(seq), hash }];
	});
};

const verify = async (db: Db, anchors: readonly Anchor[]) => {
	const { rows, chains, findings } = await verifyAudit(db, anchors);
	for (const { chain, seq, id, message } of findings)
		console.log(chain ? `Chain ${chain}, row ${seq}${id ? ` (${id})` : ''}: ${message}` : message);
	const looked = `${numberOf(rows, 'row')} in ${numberOf(chains, 'chain')}`;
	console.log(
		findings.length === 0
			? `The audit trail is as it was written: ${looked}.`
			: `The audit trail is not as it was written: ${findings.length} found in ${looked}.`,
	);
	return findings.length === 0 ? 0 : 1;
};

const heads = async (db: Db) => {
	const ends = await db.selectFrom('audit_heads').selectAll().orderBy('chain').execute();
	for (const { chain, seq, hash } of ends) console.log(`${chain} ${seq} ${hash}`);
	return 0;
};

const write = async (db: Db) => {
	for await (const row of auditRows(db))
		if (!process.stdout.write(`${JSON.stringify(row)}\n`)) await once(process.stdout, 'drain');
	return 0;
};

const deeds: Record<string, (db: Db, anchors: readonly Anchor[]) => Promise<number>> = {
	verify,
	heads,
	export: write,
};

/** `ufundi audit`: whether the audit trail is as it was written, and a copy of it. */
export const auditVerb: Verb = {
	usage: `audit verify [--against <file>] | heads | export

  verify   goes through the whole audit trail and says which row was changed, which are missing and
           which were put in; ends with code 1 where there is any, 0 where not. With --against, also
           whether the rows are those of which the file was made: a backup, or what heads wrote
  heads    writes the end of each chain: keep it where this server cannot write
  export   writes every row as one line of JSON, oldest first, with its place in its chain

The server may be running.`,
	run: async (args) => {
		const options = { against: { type: 'string' } } as const;
		const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
		const deed = workIn(deeds, positionals, 'Say what to do with the audit trail.');
		const [name] = positionals;
		const { against } = values;
		if (against !== undefined && name !== 'verify')
			throw new UsageError('Only verify looks at a file.');
		const anchors = against === undefined ? [] : await anchorsIn(against);
		const code = await withReadOnly((db) => deed(db, anchors));
		// A copy that cannot be written to has no status page either.
		if (name === 'heads') await withDataBeside(noteAnchor).catch(() => undefined);
		return code;
	},
};
