import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

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

/** Counts one for all servers; answers with the sum, and in how many milliseconds its time is over. */
type CountForAll = (name: string, per: number, max: number) => Promise<{ n: number; left: number }>;

/**
 * Opens counters, one for each limit: in this process's memory, and, where several servers may be asked, for
 * all of them, as long as that can be done. Who has spent a limit is refused without another question. A kind
 * that has no limit is not counted. By a clock that nobody sets back: a limit would last until then.
 */
export const openLimits = (
	limits: Readonly<Record<string, Limit>>,
	countForAll?: CountForAll,
): Count => {
	const counts = new Map<string, { n: number; endsAt: number }>();
	const countOf = (name: string, per: number, now: number) => {
		const known = counts.get(name);
		if (known && now < known.endsAt) return known;
		if (known) counts.delete(name);
		else if (counts.size >= REMEMBERED) counts.delete(counts.keys().next().value as string);
		const count = { n: 0, endsAt: now + per };
		counts.set(name, count);
		return count;
	};
	return async (kind, who) => {
		const limit = limits[kind];
		if (!limit) return;
		const { per, max } = limit;
		const now = performance.now();
		const count = countOf(`${kind}:${who}`, per, now);
		if (count.n >= max) throw tooMany(count.endsAt - now);
		count.n++;
		const all = await countForAll?.(`${kind}:${who}`, per, max).catch(() => undefined);
		if (!all) return;
		count.n = all.n;
		count.endsAt = performance.now() + all.left;
		if (all.n > max) throw tooMany(all.left);
	};
};

/** Counts nothing. */
export const NO_LIMITS: Count = async () => {};
