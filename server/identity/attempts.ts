import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { type Limit, tooMany } from '../http/limits.ts';

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
export const takeTry = async (database: Database, counted: readonly Counted[], now: number) => {
	const ids = counted.map(({ subject }) => ({ id: randomUUIDv7(), subject, at: now }));
	const retryAt = await database.write(async (trx) => {
		// In one order, so that two of them never wait for each other.
		for (const { subject } of counted.toSorted((a, b) => (a.subject < b.subject ? -1 : 1)))
			await database.lock(trx, `attempts:${subject}`);
		for (const { subject, limit } of counted) {
			const recent = await trx
				.selectFrom('attempts')
				.select('at')
				.where('subject', '=', subject)
				.where('at', '>', now - limit.per)
				.orderBy('at', 'desc')
				.limit(limit.max)
				.execute();
			const oldest = recent[limit.max - 1];
			if (oldest) return Number(oldest.at) + limit.per;
		}
		await trx.insertInto('attempts').values(ids).execute();
		return undefined;
	});
	if (retryAt !== undefined)
		throw tooMany(retryAt - now, 'Too many tries. Please wait before the next one.');
	return {
		/** The try was a good one: it does not count, nor do earlier ones of these subjects. */
		giveBack: (forget: readonly string[] = []) =>
			database.write(async (trx) => {
				await trx
					.deleteFrom('attempts')
					.where(
						'id',
						'in',
						ids.map(({ id }) => id),
					)
					.execute();
				if (forget.length > 0)
					await trx.deleteFrom('attempts').where('subject', 'in', forget).execute();
			}),
	};
};
