import { withAudit } from './audit/audit-log.ts';
import type { Database, OpenOptions } from './db/database.ts';
import { openSqlite } from './db/sqlite.ts';
import { databaseProblem } from './problems.ts';

interface Named {
	dataDir: string;
	databaseUrl?: string | undefined;
}

/** Opens a database, bringing its schema up to date; its writes leave their audit rows. A `ConfigError` says why it cannot be. */
export const openDatabase = async (
	{ dataDir, databaseUrl }: Named,
	options: Omit<OpenOptions, 'around'> = {},
): Promise<Database> => {
	const around = withAudit;
	try {
		if (!databaseUrl) return await openSqlite(dataDir, { ...options, around });
		// Loaded where it is used: it is memory.
		const { openPostgres } = await import('./db/postgres.ts');
		return await openPostgres(databaseUrl, { ...options, around });
	} catch (error) {
		throw databaseProblem(error, databaseUrl);
	}
};
