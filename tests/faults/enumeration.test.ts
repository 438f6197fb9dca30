import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { join } from '../../server/features/sign-in/fixtures/joined.ts';
import { siteWithMail } from '../../server/features/sign-in/fixtures/mail-server.ts';
import { engines } from '../../server/test-app.ts';
import { AT_LENGTH } from './length.ts';

const CALLS = 500;
/** Before anything is timed. */
const WARM = 40;

const median = (figures: readonly number[]) =>
	figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? Number.NaN;

// Only at length: what is timed needs a machine that does little else. `npm test` counts the hashes instead.
describe.runIf(AT_LENGTH).each(engines)('the time of an answer (%s)', (engine) => {
	const { site, emails } = siteWithMail(engine);

	let calls = 0;
	/** One call, from a network of its own, so that nothing is slowed down. */
	const timed = async (path: string, body: object) => {
		const n = ++calls;
		const began = performance.now();
		const answer = await site().app.inject({
			method: 'POST',
			url: `/api${path}`,
			payload: body,
			remoteAddress: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
		});
		return { ms: performance.now() - began, seen: `${answer.statusCode} ${answer.body}` };
	};

	const compare = async (ask: (known: boolean) => Promise<{ ms: number; seen: string }>) => {
		const ms = { known: [] as number[], unknown: [] as number[] };
		const seen = new Set<string>();
		for (let n = 0; n < WARM; n++) await ask(n % 2 === 0);
		for (let n = 0; n < CALLS; n++)
			// Each goes first as often as the other: what one leaves behind falls on both.
			for (const known of n % 2 === 0 ? [true, false] : [false, true]) {
				const answer = await ask(known);
				ms[known ? 'known' : 'unknown'].push(answer.ms);
				seen.add(answer.seen);
			}
		// Of each pair, which met the machine in the same state.
		const apart = median(ms.known.map((known, n) => known - (ms.unknown[n] ?? 0)));
		console.log(
			`${engine}: medians ${median(ms.known).toFixed(2)} and ${median(ms.unknown).toFixed(2)} ms, ${apart.toFixed(2)} ms apart`,
		);
		expect(seen.size).toBe(1);
		expect(Math.abs(apart)).toBeLessThanOrEqual(5);
	};

	it('to a sign-in does not tell whether the address is known', async () => {
		const { email } = await join(site(), 'editor');
		await compare((known) =>
			timed('/auth/sign-in/email', {
				email: known ? email : email.replace('editor', 'nobody'),
				password: 'not the one that it is',
			}),
		);
	}, 600_000);

	it('to who asks for a link does not tell whether the address is known', async () => {
		let rest = 0;
		await compare(async (known) => {
			const { email } = await site().as('viewer');
			const answer = await timed('/forgotten', { email: known ? email : `-${email.slice(1)}` });
			const from = performance.now();
			// The next call is to find the machine as cold after the one as after the other.
			if (!known) await pause(rest);
			else await vi.waitFor(() => expect(emails().at(-1)?.to).toBe(email), { interval: 1 });
			if (known) rest = performance.now() - from;
			return answer;
		});
	}, 600_000);
});
