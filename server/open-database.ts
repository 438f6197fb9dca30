import { withAudit } from './audit/audit-log.ts';
import type { Database, OpenOptions } from './db/database.ts';
import type { ReplicaOptions } from './db/replica.ts';
import { openSqlite } from './db/sqlite.ts';
import { databaseProblem } from './problems.ts';

/** Which database the settings name, and which replica of it. */
interface Named {
	dataDir: string;
	databaseUrl?: string | undefined;
	replica?: ReplicaOptions | undefined;
}

/** Opens a database, bringing its schema up to date; its writes leave their audit rows. A `ConfigError` says why it cannot be. */
export const openDatabase = async (
	{ dataDir, databaseUrl, replica }: Named,
	options: Omit<OpenOptions, 'around'> = {},
): Promise<Database> => {
	const around = withAudit;
	try {
		if (!databaseUrl) return await openSqlite(dataDir, { ...options, around });
		// Loaded where it is used: it is memory.
		const { openPostgres } = await import('./db/postgres.ts');
		return await openPostgres(databaseUrl, { ...options, around, replica });
	} catch (error) {
		throw databaseProblem(error, databaseUrl);
	}
};
