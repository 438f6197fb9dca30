import { BlockList, isIP, isIPv6 } from 'node:net';
import {
	type RateLimiterAbstract,
	RateLimiterMemory,
	RateLimiterPostgres,
	RateLimiterRes,
} from 'rate-limiter-flexible';
import { AppError } from '../errors.ts';

/** Returns the eight groups of an IPv6 address in any spelling; URL normalizes it. */
const splitGroups = (address: string) => {
	const { hostname } = new URL(`http://[${address}]`);
	const [left = [], right = []] = hostname
		.slice(1, -1)
		.split('::')
		.map((side) => side.split(':').filter((group) => group !== ''));
	return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
};

/** Returns the network by which an address is counted: an IPv4 address, or the first 64 bits of an IPv6 address. */
export const getNetwork = (ip: string) => {
	const plain = ip
		.replace(/%.*$/, '')
		.replace(/^::ffff:(?=\d+\.)/i, '')
		.toLowerCase();
	if (!isIPv6(plain)) return plain;
	const groups = splitGroups(plain);
	if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff')
		return `${groups.slice(0, 4).join(':')}::/64`;
	const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
	return [high >> 8, high & 255, low >> 8, low & 255].join('.');
};

/**
 * Returns a test for whether an address is in one of these networks, such as `10.0.0.0/8`. Accepts IPv4 addresses in
 * IPv6 notation.
 */
export const createNetworkTest = (networks: readonly string[]) => {
	const list = new BlockList();
	for (const network of networks) {
		const [address = '', bits] = network.split('/');
		const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
		if (bits === undefined) list.addAddress(address, family);
		else list.addSubnet(address, Number(bits), family);
	}
	return (ip: string) => {
		const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
		return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
	};
};

/** At most `max` times in `per` milliseconds. */
export interface Limit {
	max: number;
	per: number;
}

/** Counts one request of a kind under a name; throws 429 with `Retry-After` above the limit. */
export type Count = (kind: string, who: string) => Promise<void>;

/** Table of the counts on PostgreSQL (migration 0015). */
const TABLE = 'rate_limits';

/** Makes a 429 with `Retry-After`, whose text says how long to wait. */
export const tooMany = (retryAfterMs: number, message = 'Too many requests.') => {
	const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
	const wait = seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
	return new AppError('too_many', `${message} Try again in ${wait}.`, {
		headers: { 'retry-after': String(seconds) },
	});
};

/**
 * Opens rate limiters: shared between servers on PostgreSQL, in memory on SQLite. Kinds without a limit are not
 * counted (decision 0043).
 */
export const openLimits = (limits: Readonly<Record<string, Limit>>, pool?: object) => {
	const limiters = new Map<string, RateLimiterAbstract>();

	/** Opens a limiter. With `givesBack`, it must not refuse from memory, because tries may be given back. */
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
			// One limiter deletes the expired rows of all.
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

	/**
	 * Takes one try of each kind in advance, so that parallel tries count. Above a limit it throws 429 and takes none.
	 */
	const takeTries = async (tries: readonly { kind: string; who: string }[]) => {
		const consumed: { limiter: RateLimiterAbstract; who: string }[] = [];
		const giveBack = async (some = consumed) => {
			for (const { limiter, who } of some) await limiter.reward(who);
		};
		for (const { kind, who } of tries) {
			const limit = limits[kind];
			if (!limit) continue;
			const limiter = limiterOf(kind, limit, true);
			try {
				await consume(limiter, who, limit.per, 'Too many attempts.');
			} catch (error) {
				await giveBack();
				throw error;
			}
			consumed.push({ limiter, who });
		}
		return {
			giveBack: () => giveBack(),
			/** Gives the tries back, and deletes earlier failures of the first kind. */
			succeed: async () => {
				const [first, ...others] = consumed;
				await first?.limiter.delete(first.who);
				await giveBack(others);
			},
		};
	};

	return { count, takeTries };
};
export type Limits = ReturnType<typeof openLimits>;

/** Ignores all counts. */
export const NO_LIMITS: Count = async () => {};
