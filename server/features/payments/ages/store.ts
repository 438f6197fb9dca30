import type { PendingAge } from '#shared/contract/transactions-query.ts';
import { seqOf } from '../tables.ts';

const MINUTE_MS = 60_000;
/** What a payment of each age has waited less than. */
const LIMITS_MS: Readonly<Record<PendingAge, number>> = {
	'under 5 minutes': 5 * MINUTE_MS,
	'under 1 hour': 60 * MINUTE_MS,
	'under 1 day': 24 * 60 * MINUTE_MS,
	'over 1 day': Number.POSITIVE_INFINITY,
};

/** The places (`seq`) of the payments that have waited so long by `now`: from the first, up to but without the second. */
export const placesOfAge = (age: PendingAge, now: number) => {
	const most = LIMITS_MS[age];
	const least = Math.max(0, ...Object.values(LIMITS_MS).filter((limit) => limit < most));
	return {
		from: most === Number.POSITIVE_INFINITY ? 0 : seqOf(now - most) + 1,
		to: least === 0 ? Number.MAX_SAFE_INTEGER : seqOf(now - least) + 1,
	};
};
