import { parseArgs } from 'node:util';
import { formatCount } from '#shared/grouped.ts';
import { readConfig } from '../config.ts';
import { copyToPostgres } from '../platform/db/copy-to-postgres.ts';
import { isSchemaCurrent } from '../platform/db/migrate.ts';
import { getSqlitePath } from '../platform/db/sqlite.ts';
import { createKysely, openFile } from '../platform/db/sqlite-dialect.ts';
import { ConfigError } from '../platform/settings/env.ts';
import { requireDatabase, withFolderLock } from './data.ts';
import { findSubcommand, type Verb } from './verb.ts';

const copy = async () => {
	const { dataDir, databaseUrl } = readConfig();
	if (!databaseUrl) throw new ConfigError('DATABASE_URL must name the database to copy to.');
	const from = { dataDir, databaseUrl: undefined };
	requireDatabase(from);
	return withFolderLock(from, async () => {
		const db = openFile(getSqlitePath(dataDir), true);
		try {
			if (!(await isSchemaCurrent(createKysely(db))))
				throw new ConfigError(
					'DATA_DIR: the database belongs to another version of this program. Start the server once without DATABASE_URL to update the database, then copy it.',
				);
			const copied = await copyToPostgres(db, databaseUrl);
			for (const [table, rows] of copied) console.log(`${table}: ${formatCount(rows, 'row')}`);
			const total = [...copied.values()].reduce((sum, rows) => sum + rows, 0);
			console.log(`Copied ${formatCount(total, 'row')}; the counts of all tables agree.`);
			return 0;
		} finally {
			db.close();
		}
	});
};

/** `ufundi db copy`: copies the SQLite database to PostgreSQL. */
export const dbVerb: Verb = {
	usage: `db copy

Copies every row of the database in DATA_DIR to the empty PostgreSQL database that DATABASE_URL names,
and compares the number of rows of each table. Stop the server first. All rows are copied or none; after
a failure, run the command again. The files stay in place (see: files copy).`,
	run: (args) => {
		const { positionals } = parseArgs({ args, allowPositionals: true });
		return findSubcommand({ copy }, positionals, 'Say `copy`.')();
	},
};
