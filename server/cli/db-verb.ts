import { parseArgs } from 'node:util';
import { numberOf } from '#shared/grouped.ts';
import { readConfig } from '../config.ts';
import { fill, requireDatabase, snapshotOf } from '../db/transfer.ts';
import { ConfigError } from '../settings/env.ts';
import { holdingFolder } from './data.ts';
import { type Verb, workIn } from './verb.ts';

const copy = async () => {
	const { dataDir, databaseUrl } = readConfig();
	if (!databaseUrl) throw new ConfigError('DATABASE_URL must name the database to copy to.');
	const from = { dataDir, databaseUrl: undefined };
	requireDatabase(from);
	// Nobody may change what is already on its way.
	return holdingFolder(from, async () => {
		const snapshot = await snapshotOf(from);
		try {
			const loaded = await fill({ dataDir, databaseUrl }, snapshot);
			for (const [table, { rows }] of loaded) console.log(`${table}: ${numberOf(rows, 'row')}`);
			const rows = [...loaded.values()].reduce((all, table) => all + table.rows, 0);
			console.log(`Copied ${numberOf(rows, 'row')}, read back and compared.`);
			return 0;
		} finally {
			await snapshot.close();
		}
	});
};

/** `ufundi db copy`: from the embedded database to PostgreSQL. */
export const dbVerb: Verb = {
	usage: `db copy

Copies every row of the database in DATA_DIR to the empty PostgreSQL database that DATABASE_URL names,
reads all of it back and compares. Stop the server first. All of it arrives or nothing; after a failure,
run it again. The files stay where they are (see: files copy).`,
	run: (args) => {
		const { positionals } = parseArgs({ args, allowPositionals: true });
		return workIn({ copy }, positionals, 'Say copy.')();
	},
};
