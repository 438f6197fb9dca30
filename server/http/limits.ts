import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import type { Api } from './api.ts';
import { AppError } from './errors.ts';
import { type Exchange, openSharedCounts } from './shared-counts.ts';

type Done = Parameters<FastifyRateLimitStore['incr']>[1];

/** At most `max` times in `per` milliseconds. */
export interface Limit {
	max: number;
	per: number;
}

/** Counts one request against a limit under a name; throws 429 with `Retry-After` where it is spent. */
export type Count = (kind: string, subject: string, request: FastifyRequest) => Promise<void>;

/** How many names are remembered for each limit; beyond it the first are forgotten. */
const REMEMBERED = 20_000;

/** 429 that says when to come back. */
export const tooMany = (retryAfterMs: number, message?: string) =>
	new AppError('too_many', message, {
		headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) },
	});

/** The plugin's view of our counts, which servers can share. Its own go by a clock that can be set back. */
const storeOf = (app: Api, exchange: Exchange | undefined) => {
	const counts = openSharedCounts(exchange, REMEMBERED);
	app.addHook('onClose', counts.close);
	return class implements FastifyRateLimitStore {
		incr(name: string, done: Done, per: number, max: number) {
			counts.count(name, per, max).then(
				(counted) => done(null, counted),
				(error) => done(error, undefined as never),
			);
		}
		child() {
			return this;
		}
	};
};

/**
 * Opens counters, one for each limit: in this process's memory, or, where an exchange is given, so that
 * all servers together let through what one would.
 */
export const openLimits = async (
	app: Api,
	limits: Readonly<Record<string, Limit>>,
	exchange?: Exchange,
) => {
	await app.register(rateLimit, {
		global: false,
		store: storeOf(app, exchange),
	});
	const subjects = new WeakMap<FastifyRequest, string>();
	const counters = new Map(
		Object.entries(limits).map(([kind, { max, per }]) => [
			kind,
			app.createRateLimit({
				max,
				timeWindow: per,
				keyGenerator: (request) => `${kind}:${subjects.get(request as FastifyRequest)}`,
			}),
		]),
	);
	const count: Count = async (kind, subject, request) => {
		subjects.set(request, subject);
		const result = await counters.get(kind)?.(request);
		if (result && !result.isAllowed && result.isExceeded) throw tooMany(result.ttl);
	};
	return count;
};

/** Counts nothing. */
export const NO_LIMITS: Count = async () => {};
