import type { Database } from '../db/database.ts';
import type { Job } from '../jobs/jobs.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = 365 * DAY_MS;
/** One may have 100,000 items, which go with it. */
const AT_ONCE = 5_000;

/** Forgets items of operations that are older than a year, at most so many; resolves to how many. */
const forgetSome = (database: Database, before: string) =>
	database.write(async (trx) => {
		const old = await trx
			.selectFrom('operations')
			.select('id')
			.where('at', '<', before)
			.where('finished_at', 'is not', null)
			.orderBy('at')
			.limit(1)
			.executeTakeFirst();
		if (!old) return 0;
		const rows = trx
			.selectFrom('operation_rows')
			.select('n')
			.where('operation', '=', old.id)
			.orderBy('n')
			.limit(AT_ONCE);
		const { numDeletedRows } = await trx
			.deleteFrom('operation_rows')
			.where('operation', '=', old.id)
			.where('n', 'in', rows)
			.executeTakeFirst();
		if (Number(numDeletedRows) < AT_ONCE)
			await trx.deleteFrom('operations').where('id', '=', old.id).execute();
		return Number(numDeletedRows) + 1;
	});

/** Forgets the operations that are older than a year, with their items; the audit trail keeps what they did. */
export const forgetOperations = async (database: Database, now: number, signal?: AbortSignal) => {
	const before = new Date(now - KEPT_MS).toISOString();
	let forgotten = 0;
	for (let more = 1; more > 0 && !signal?.aborted; forgotten += more)
		more = await forgetSome(database, before);
	return forgotten;
};

/** That, every day. */
export const forgetOperationsJob = (database: Database): Job => ({
	name: 'Forget old operations',
	firstMs: 10 * 60_000,
	everyMs: DAY_MS,
	run: async (signal) => `${await forgetOperations(database, Date.now(), signal)} rows forgotten`,
});
