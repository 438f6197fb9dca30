import {
	type RateLimiterAbstract,
	RateLimiterMemory,
	RateLimiterPostgres,
	RateLimiterRes,
} from 'rate-limiter-flexible';
import { AppError } from '../errors.ts';

/** At most `max` times in `per` milliseconds. */
export interface Limit {
	max: number;
	per: number;
}

/** Counts one request of a kind under a name; throws 429 with `Retry-After` above the limit. */
export type Count = (kind: string, who: string) => Promise<void>;

/** Table of the counts on PostgreSQL (migration 0015). */
const TABLE = 'rate_limits';

/** Returns a 429 with `Retry-After`. */
export const tooMany = (retryAfterMs: number, message?: string) =>
	new AppError('too_many', message, {
		headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) },
	});

/** Opens rate limiters: shared between servers on PostgreSQL, in memory on SQLite. A kind without a limit is not counted. */
export const openLimits = (limits: Readonly<Record<string, Limit>>, pool?: object) => {
	const limiters = new Map<string, RateLimiterAbstract>();

	/** A limiter of tries that are given back must not refuse from memory. */
	const openLimiter = (kind: string, { max, per }: Limit, givesBack: boolean) => {
		const options = { keyPrefix: kind, points: max, duration: per / 1_000 };
		const insuranceLimiter = new RateLimiterMemory(options);
		if (!pool) return insuranceLimiter;
		return new RateLimiterPostgres({
			...options,
			storeClient: pool,
			tableName: TABLE,
			tableCreated: true,
			insuranceLimiter,
			// One of them clears the table of all.
			clearExpiredByTimeout: limiters.size === 0,
			...(!givesBack && { inMemoryBlockOnConsumed: max }),
		});
	};
	const limiterOf = (kind: string, limit: Limit, givesBack: boolean) => {
		const limiter = limiters.get(kind) ?? openLimiter(kind, limit, givesBack);
		limiters.set(kind, limiter);
		return limiter;
	};
	const consume = async (
		limiter: RateLimiterAbstract,
		who: string,
		per: number,
		message?: string,
	) => {
		try {
			await limiter.consume(who);
		} catch (rejected) {
			if (!(rejected instanceof RateLimiterRes)) throw rejected;
			throw tooMany(Math.min(rejected.msBeforeNext, per), message);
		}
	};

	const count: Count = async (kind, who) => {
		const limit = limits[kind];
		if (limit) await consume(limiterOf(kind, limit, false), who, limit.per);
	};

	/** Takes one try of each kind in advance, so that parallel tries count. Throws 429, and takes none, above a limit. */
	const takeTries = async (tries: readonly { kind: string; who: string }[]) => {
		const taken: { limiter: RateLimiterAbstract; who: string }[] = [];
		const giveBack = async (some = taken) => {
			for (const { limiter, who } of some) await limiter.reward(who);
		};
		for (const { kind, who } of tries) {
			const limit = limits[kind];
			if (!limit) continue;
			const limiter = limiterOf(kind, limit, true);
			try {
				await consume(
					limiter,
					who,
					limit.per,
					'Too many attempts. Please wait before you try again.',
				);
			} catch (error) {
				await giveBack();
				throw error;
			}
			taken.push({ limiter, who });
		}
		return {
			giveBack: () => giveBack(),
			/** Gives the tries back, and forgets earlier failures of the first kind. */
			succeed: async () => {
				const [first, ...others] = taken;
				await first?.limiter.delete(first.who);
				await giveBack(others);
			},
		};
	};

	return { count, takeTries };
};
export type Limits = ReturnType<typeof openLimits>;

/** Counts nothing. */
export const NO_LIMITS: Count = async () => {};
