import { refreshNewPayments } from './finance/payments/refresh-all.ts';
import { withAudit } from './platform/audit/audit-log.ts';
import type { Database, OpenOptions } from './platform/db/database.ts';
import { isSchemaCurrent } from './platform/db/migrate.ts';
import { openSqlite } from './platform/db/sqlite.ts';
import { makeDatabaseError } from './problems.ts';

interface Named {
	dataDir: string;
	databaseUrl?: string | undefined;
}

const open = async ({ dataDir, databaseUrl }: Named, options: Omit<OpenOptions, 'around'>) => {
	const around = withAudit;
	if (!databaseUrl) return openSqlite(dataDir, { ...options, around });
	// Loaded on demand, to save memory.
	const { openPostgres } = await import('./platform/db/postgres.ts');
	return openPostgres(databaseUrl, { ...options, around });
};

/**
 * Opens a database and migrates its schema; its writes insert audit rows. Computes the state of payments that a migration
 * left to it. Throws a `ConfigError` with the reason on failure.
 */
export const openDatabase = async (
	named: Named,
	options: Omit<OpenOptions, 'around'> = {},
): Promise<Database> => {
	try {
		const database = await open(named, options);
		if (await isSchemaCurrent(database.read)) await refreshNewPayments(database);
		return database;
	} catch (error) {
		throw makeDatabaseError(error, named.databaseUrl);
	}
};
