import { once } from 'node:events';
import { parseArgs } from 'node:util';
import type { Db } from '../db/database.ts';
import { verifyAudit } from '../features/audit/verify.ts';
import { auditRows } from '../features/audit/walk.ts';
import { withReadOnly } from './data.ts';
import { UsageError, type Verb } from './verb.ts';

const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

const verify = async (db: Db) => {
	const { rows, chains, findings } = await verifyAudit(db);
	for (const { chain, seq, id, message } of findings)
		console.log(`Chain ${chain}, row ${seq}${id ? ` (${id})` : ''}: ${message}`);
	const looked = `${counted(rows, 'row')} in ${counted(chains, 'chain')}`;
	console.log(
		findings.length === 0
			? `The audit trail is as it was written: ${looked}.`
			: `The audit trail is not as it was written: ${findings.length} found in ${looked}.`,
	);
	return findings.length === 0 ? 0 : 1;
};

const write = async (db: Db) => {
	for await (const row of auditRows(db))
		if (!process.stdout.write(`${JSON.stringify(row)}\n`)) await once(process.stdout, 'drain');
	return 0;
};

const deeds: Record<string, (db: Db) => Promise<number>> = { verify, export: write };

/** `ufundi audit`: whether the audit trail is as it was written, and a copy of it. */
export const auditVerb: Verb = {
	usage: `audit verify | export

  verify   goes through the whole audit trail and says which row was changed, which are missing and
           which were put in; ends with code 1 where there is any, 0 where not
  export   writes every row as one line of JSON, oldest first, with its place in its chain

The server may be running.`,
	run: (args) => {
		const { positionals } = parseArgs({ args, options: {}, allowPositionals: true });
		const [name = '', ...more] = positionals;
		const deed = Object.hasOwn(deeds, name) ? deeds[name] : undefined;
		if (!deed || more.length > 0) throw new UsageError('Say what to do with the audit trail.');
		return withReadOnly(deed);
	},
};
