import { expect, it } from 'vitest';
import { delayAfter, pollRateOf } from './poller.ts';

const MINUTE = 60_000;
const FIRST_QUESTION = 75_000 * 1.1;

/** How long after their prompts the last of so many lost callbacks is answered. */
const caughtUp = (baseUrl: string, lost: number, isLimited: (asked: number) => boolean) => {
	const rate = pollRateOf(baseUrl);
	let at = FIRST_QUESTION + rate.slowMs;
	for (let asked = 1, left = lost; left > 0; asked++) {
		const limited = isLimited(asked);
		if (!limited) left--;
		at += delayAfter(limited ? 'limited' : 'answered', rate);
	}
	return at;
};

it('catches up with 300 lost callbacks within ten minutes, also where it is told once to slow down', () => {
	const api = 'https://api.safaricom.co.ke';
	expect(caughtUp(api, 300, () => false)).toBeLessThan(7 * MINUTE);
	expect(caughtUp(api, 300, (asked) => asked === 20)).toBeLessThan(10 * MINUTE);
});

it('stays at five questions a minute where more are refused', () => {
	const sandbox = caughtUp('https://sandbox.safaricom.co.ke', 50, () => false);
	expect(sandbox).toBeGreaterThan(10 * MINUTE);
	expect(sandbox).toBeLessThan(13 * MINUTE);
});

it('rests for a minute after a refusal', () => {
	expect(delayAfter('limited', { fastMs: 1_000, slowMs: 12_500 })).toBeGreaterThanOrEqual(MINUTE);
});
