import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../server/db/database.ts';
import type { BucketSettings } from '../../server/files/bucket-settings.ts';
import { openDatabase } from '../../server/open-database.ts';
import { type Engine, makePostgresDatabase } from '../../server/test-app.ts';
import { SECRET } from './server.ts';

/** Where a server's data lies, which stays when the server goes. */
export interface Place {
	engine: Engine;
	dataDir: string;
	/** Where its files are, where that is not the folder. */
	bucket?: BucketSettings;
	/** The settings that lead a server to it. */
	settings: Record<string, string>;
	/** Opens the database from here; on SQLite no server may have it. */
	open: () => Promise<Database>;
	remove: () => Promise<void>;
}

/** Makes an empty place for the data of a server; on PostgreSQL in that database, where one is named. */
export const makePlace = async (engine: Engine, databaseUrl?: string): Promise<Place> => {
	const dataDir = await mkdtemp(join(tmpdir(), 'ufundi-faults-'));
	const removeFolder = () => rm(dataDir, { recursive: true, force: true });
	if (engine === 'sqlite')
		return {
			engine,
			dataDir,
			settings: {},
			remove: removeFolder,
			open: () => openDatabase({ dataDir }),
		};
	const url = databaseUrl ?? (await makePostgresDatabase());
	return {
		engine,
		dataDir,
		settings: { DATABASE_URL: url, SECRET },
		open: () => openDatabase({ dataDir, databaseUrl: url }),
		remove: removeFolder,
	};
};
