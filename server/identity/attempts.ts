import { randomUUIDv7 } from 'node:crypto';
import { errorCodes } from '#shared/contract/errors.ts';
import type { Database, Trx } from '../db/database.ts';
import { holdName } from '../db/engine.ts';
import { idsOf } from '../db/ids.ts';
import { type Count, type Limit, tooMany } from '../http/limits.ts';

/** What is counted, and how often it may happen. */
export interface Counted {
	subject: string;
	limit: Limit;
}

/**
 * Takes one try from each of these, in the database, so that several servers count together and a
 * restart forgets nothing. Throws 429 with `Retry-After` where one is spent, and takes none then.
 * Taken before the try, so that twenty at once are twenty; `giveBack` returns them after a success.
 */
export const takeTry = async (
	database: Database,
	counted: readonly Counted[],
	message = 'Too many tries. Please wait before the next one.',
) => {
	const now = Date.now();
	const ids = counted.map(({ subject }) => ({ id: randomUUIDv7(), subject, at: now }));
	const retryAt = await database.write(async (trx) => {
		// In one order, so that two of them never wait for each other.
		for (const { subject } of counted.toSorted((a, b) => (a.subject < b.subject ? -1 : 1)))
			await holdName(trx, `attempts:${subject}`);
		for (const { subject, limit } of counted) {
			const recent = await trx
				.selectFrom('attempts')
				.select('at')
				.where('subject', '=', subject)
				.where('at', '>', now - limit.per)
				// What lies further ahead was counted by a clock that has been set back since.
				.where('at', '<', now + limit.per)
				.orderBy('at', 'desc')
				.limit(limit.max)
				.execute();
			const oldest = recent[limit.max - 1];
			if (oldest) return Number(oldest.at) + limit.per;
		}
		await trx.insertInto('attempts').values(ids).execute();
		return undefined;
	});
	if (retryAt !== undefined) throw tooMany(retryAt - now, message);
	return {
		/** The try was a good one: it does not count, nor do earlier ones of these subjects. */
		giveBack: async (trx: Trx, forget: readonly string[] = []) => {
			await trx.deleteFrom('attempts').where('id', 'in', idsOf(ids)).execute();
			if (forget.length > 0)
				await trx.deleteFrom('attempts').where('subject', 'in', forget).execute();
		},
	};
};

const WORDS = errorCodes.too_many.message;

/** Counts to the last one, in the database: for what is rare and costly. Same promise as `openLimits`. */
export const openExactLimits =
	(database: Database, limits: Readonly<Record<string, Limit>>): Count =>
	async (kind, subject) => {
		const limit = limits[kind];
		if (limit) await takeTry(database, [{ subject: `${kind}:${subject}`, limit }], WORDS);
	};
