import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/** Another process holds the data folder. */
export class DataInUseError extends Error {}

/**
 * Takes a data folder for this process, or throws `DataInUseError`. The lock is the operating
 * system's own, on a file beside the database, so it ends with the process however that ends.
 * Returns the function that gives it back.
 */
export const lockDataDir = (dataDir: string): (() => void) => {
	const lock = new Sqlite(join(dataDir, 'ufundi.lock'), { timeout: 0 });
	try {
		lock.pragma('journal_mode = DELETE');
		lock.exec('begin exclusive');
	} catch (error) {
		lock.close();
		if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY'))
			throw new DataInUseError(`Another Ufundi server is using the data folder ${dataDir}.`);
		throw error;
	}
	return () => lock.close();
};
