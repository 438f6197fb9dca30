import type { Database } from '../db/database.ts';
import type { Job } from '../jobs/jobs.ts';

const DAY_MS = 24 * 3_600_000;

/** Deletes ended sessions, links and spent codes. */
const cleanUp = (database: Database, now: number) =>
	database.write(async (trx) => {
		const at = new Date(now).toISOString();
		const yesterday = new Date(now - DAY_MS).toISOString();
		await trx.deleteFrom('sessions').where('expires_at', '<=', at).execute();
		await trx.deleteFrom('verifications').where('expires_at', '<=', at).execute();
		await trx.deleteFrom('links').where('expires_at', '<=', yesterday).execute();
		await trx.deleteFrom('spent_codes').where('at', '<=', yesterday).execute();
	});

/** That, every hour. */
export const cleanUpJob = (database: Database): Job => ({
	name: 'Forget what is over',
	firstMs: 4 * 60_000,
	everyMs: 60 * 60_000,
	run: async () => {
		await cleanUp(database, Date.now());
		return 'Ended sessions and used links are gone';
	},
});
