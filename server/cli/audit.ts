import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { readAuditRows } from '../platform/audit/store.ts';
import type { Db } from '../platform/db/database.ts';
import { withReadOnly } from './data.ts';
import { findSubcommand, type Verb } from './verb.ts';

const writeRows = async (db: Db) => {
	for await (const row of readAuditRows(db))
		if (!process.stdout.write(`${JSON.stringify(row)}\n`)) await once(process.stdout, 'drain');
	return 0;
};

/** `ufundi audit export`: writes the audit trail to standard output. */
export const auditVerb: Verb = {
	usage: `audit export

Writes every row of the audit trail as one line of JSON, oldest first. The server may be running.`,
	run: (args) => {
		const { positionals } = parseArgs({ args, allowPositionals: true });
		const subcommands = { export: () => withReadOnly(writeRows) };
		return findSubcommand(subcommands, positionals, 'Say `export`.')();
	},
};
