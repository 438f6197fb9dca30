import { mpesaTimeText } from '#shared/east-africa-time.ts';
import { receiptDayCode } from '#shared/receipts.ts';

/** Returns a whole number below another, in the same order for each seed. */
export type Random = (below: number) => number;

/** Returns a pseudo-random generator (mulberry32). */
export const randomFrom = (seed: number): Random => {
	let state = seed;
	return (below) => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
	};
};

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Returns a receipt whose first characters encode its day, as in M-Pesa's receipts. */
export const receiptAt = (at: number, random: Random) =>
	receiptDayCode(at) + Array.from({ length: 7 }, () => SIGNS[random(36)]).join('');

/** Returns the request ids of a prompt at a moment to a subscriber number of nine digits. */
export const requestIdsAt = (at: number, subscriber: string, random: Random) => {
	const time = mpesaTimeText(at);
	const date = time.slice(6, 8) + time.slice(4, 6) + time.slice(0, 4) + time.slice(8);
	return {
		phone: `254${subscriber}`,
		checkout_request_id: `ws_CO_${date}${String(random(1000)).padStart(3, '0')}${subscriber}`,
		merchant_request_id: `${10_000 + random(90_000)}-${random(100_000_000)}-1`,
	};
};
