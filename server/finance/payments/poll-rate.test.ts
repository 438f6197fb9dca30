import { expect, it } from 'vitest';
import { computeDelay, getPollRate } from './poller.ts';

const MINUTE = 60_000;
const FIRST_QUESTION = 75_000 * 1.1;

/** Returns the time from the prompts until the last lost callback is resolved. */
const caughtUp = (baseUrl: string, lost: number, isLimited: (asked: number) => boolean) => {
	const rate = getPollRate(baseUrl);
	let at = FIRST_QUESTION + rate.slowMs;
	for (let asked = 1, left = lost; left > 0; asked++) {
		const limited = isLimited(asked);
		if (!limited) left--;
		at += computeDelay(limited ? 'limited' : 'answered', rate);
	}
	return at;
};

it('resolves 300 lost callbacks within ten minutes, also after one answer 429', () => {
	const api = 'https://api.safaricom.co.ke';
	expect(caughtUp(api, 300, () => false)).toBeLessThan(7 * MINUTE);
	expect(caughtUp(api, 300, (asked) => asked === 20)).toBeLessThan(10 * MINUTE);
});

it('stays at five queries a minute if more are rejected', () => {
	const sandbox = caughtUp('https://sandbox.safaricom.co.ke', 50, () => false);
	expect(sandbox).toBeGreaterThan(10 * MINUTE);
	expect(sandbox).toBeLessThan(13 * MINUTE);
});

it('pauses for a minute after an answer 429', () => {
	expect(computeDelay('limited', { fastMs: 1_000, slowMs: 12_500 })).toBeGreaterThanOrEqual(MINUTE);
});
