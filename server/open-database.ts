import { withAudit } from './audit/audit-log.ts';
import type { Database, OpenOptions } from './db/database.ts';
import { openSqlite } from './db/sqlite.ts';
import { makeDatabaseError } from './problems.ts';

interface Named {
	dataDir: string;
	databaseUrl?: string | undefined;
}

/**
 * Opens a database and migrates its schema; its writes insert audit rows. Throws a `ConfigError` with the reason on
 * failure.
 */
export const openDatabase = async (
	{ dataDir, databaseUrl }: Named,
	options: Omit<OpenOptions, 'around'> = {},
): Promise<Database> => {
	const around = withAudit;
	try {
		if (!databaseUrl) return await openSqlite(dataDir, { ...options, around });
		// Loaded on demand, to save memory.
		const { openPostgres } = await import('./db/postgres.ts');
		return await openPostgres(databaseUrl, { ...options, around });
	} catch (error) {
		throw makeDatabaseError(error, databaseUrl);
	}
};
