import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Api } from './api.ts';
import { type Exchange, openSharedCounts } from './shared-counts.ts';

/** At most `max` times in `per` milliseconds. */
export interface Limit {
	max: number;
	per: number;
}

/** Counts one request against a limit under a name; throws 429 with `Retry-After` where it is spent. */
export type Count = (kind: string, who: string, request: FastifyRequest) => Promise<void>;

/** How many names are remembered; beyond it the first are forgotten. */
const REMEMBERED = 20_000;

/** 429 that says when to come back. */
export const tooMany = (retryAfterMs: number, message?: string) =>
	new AppError('too_many', message, {
		headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) },
	});

/**
 * Opens counters, one for each limit: in this process's memory, or, where an exchange is given, so that
 * all servers together let through what one would. A kind that has no limit is not counted.
 */
export const openLimits = (
	app: Api,
	limits: Readonly<Record<string, Limit>>,
	exchange?: Exchange,
): Count => {
	const counts = openSharedCounts(exchange, REMEMBERED);
	app.addHook('onClose', counts.close);
	return async (kind, who) => {
		const limit = limits[kind];
		if (!limit) return;
		const { current, ttl } = await counts.count(`${kind}:${who}`, limit.per, limit.max);
		if (current > limit.max) throw tooMany(ttl);
	};
};

/** Counts nothing. */
export const NO_LIMITS: Count = async () => {};
