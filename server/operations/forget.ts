import type { Database } from '../db/database.ts';
import type { Job } from '../jobs/jobs.ts';
import { untilNone } from '../jobs/until-none.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = 365 * DAY_MS;

/** Forgets the operation that is over for longest, if it is older than that, with all of its items; resolves to how many. */
const forgetOldest = (database: Database, before: string) =>
	database.write(async (trx) => {
		const oldest = trx
			.selectFrom('operations')
			.select('id')
			.where('at', '<', before)
			.where('finished_at', 'is not', null)
			.orderBy('at')
			.limit(1);
		const gone = trx.deleteFrom('operations').where('id', 'in', oldest);
		return Number((await gone.executeTakeFirst()).numDeletedRows);
	});

/** Forgets the operations that are older than a year, with their items; the audit trail keeps what they did. */
export const forgetOperations = (database: Database, now: number, signal: AbortSignal) =>
	untilNone(() => forgetOldest(database, new Date(now - KEPT_MS).toISOString()), signal);

/** That, every day. */
export const forgetOperationsJob = (database: Database): Job => ({
	name: 'Forget old operations',
	firstMs: 10 * 60_000,
	everyMs: DAY_MS,
	run: async (signal) =>
		`${await forgetOperations(database, Date.now(), signal)} operations forgotten`,
});
