import { join } from 'node:path';
import { expect, it } from 'vitest';
import { claim } from '../server/jobs/jobs.ts';
import { openDatabase } from '../server/open-database.ts';
import { makePostgresDatabase, TEST_SECRET } from '../server/test-app.ts';
import { folderOfTest } from '../server/test-folder.ts';
import { startSite } from './site.ts';

const NAME = 'Read files';
const HOLDER = 'another process';

it.each(['sqlite', 'postgres'] as const)(
	'a start ends the leases of a dead process, and none of another server (%s)',
	async (engine) => {
		const dataDir = join(folderOfTest(), 'data');
		const databaseUrl = engine === 'postgres' ? await makePostgresDatabase() : undefined;
		const start = () =>
			startSite({
				DATA_DIR: dataDir,
				...(databaseUrl && { DATABASE_URL: databaseUrl, SECRET: TEST_SECRET }),
			});
		/** Runs work on the database while no server of ours has it. */
		const withDatabase = async <T>(
			work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
		) => {
			const database = await openDatabase({ dataDir, databaseUrl });
			try {
				return await work(database);
			} finally {
				await database.close();
			}
		};
		await (await start()).stop();
		const lease = { name: NAME, holder: HOLDER, leaseMs: 60_000 };
		expect(await withDatabase((database) => claim(database, lease, 0, Date.now()))).toBe(true);
		await (await start()).stop();
		const row = await withDatabase(({ read }) =>
			read.selectFrom('jobs').select('holder').where('name', '=', NAME).executeTakeFirstOrThrow(),
		);
		expect(row.holder === HOLDER).toBe(engine === 'postgres');
	},
);
