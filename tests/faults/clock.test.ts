import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../server/config.ts';
import { randomFrom } from '../../server/features/payments/sample.ts';
import { engines } from '../../server/test-app.ts';
import { signIn } from '../signed-in.ts';
import { attempt, send } from './calls.ts';
import { openClock } from './clock.ts';
import { expectSound } from './invariants.ts';
import { AT_LENGTH, SEED } from './length.ts';
import { openLoad } from './load.ts';
import { type Pair, startPair } from './pair.ts';
import { makePlace } from './places.ts';
import { startServer } from './server.ts';

const HOUR_MS = 3_600_000;
/** At length for more than a minute, after which the sweep of files has its turn. */
const STEPS = AT_LENGTH ? 30 : 3;
const STEP_MS = AT_LENGTH ? 2_500 : 300;

it.each(engines)(
	`a clock that is set forward and back by hours under load costs nothing (%s, seed ${SEED})`,
	{ timeout: AT_LENGTH ? 600_000 : 300_000 },
	async (engine) => {
		const place = await makePlace(engine);
		const clock = openClock(`${engine}-${SEED}`);
		const random = randomFrom(SEED);
		const server = await startServer(place.dataDir, { ...place.settings, ...clock.settings });
		try {
			const headers = await signIn(server.url);
			const load = openLoad(SEED, headers, AT_LENGTH ? 6 : 2);
			const ending = new AbortController();
			const running = load.run(server.url, ending.signal);
			/** A call under a key, which is answered the same whatever became of the clock meanwhile. */
			const create = (key: string) => {
				const body = { name: key, order_num: 1, category_id: 'cat_artisan' };
				const call = send('POST', body, { ...headers, 'idempotency-key': key });
				return attempt(`${server.url}/api/courses`, call);
			};
			const made = new Map<string, string>();
			for (let step = 1; step <= STEPS; step++) {
				const key = `clock-${SEED}-${step}`;
				const first = await create(key);
				expect(first, server.log()).toMatchObject({ known: true, status: 201 });
				if (first.known) made.set(key, first.body.data.id);
				// Forward, back, and further back than it ever was.
				const hours = step % 3 === 0 ? 0 : (random(10) + 1) * (step % 3 === 1 ? 1 : -1);
				await clock.set(hours * HOUR_MS, server.url);
				for (const [again, id] of made)
					expect(await create(again)).toMatchObject({ status: 201, body: { data: { id } } });
				await sleep(STEP_MS);
			}
			await clock.set(0, server.url);
			ending.abort();
			await running;
			for (const id of made.values())
				await attempt(`${server.url}/api/courses/${id}`, { method: 'DELETE', headers });
			expect([...load.failures], server.log()).toEqual([]);
			expect(load.acknowledged()).toBeGreaterThan(STEPS * 5);
			expect(await load.audit(server.url)).toEqual([]);
			expect(await server.stop(), server.log()).toBe(0);
			await expectSound(place);
		} finally {
			await server.kill();
			clock.remove();
			await place.remove();
		}
	},
);

describe('two servers whose clock is set back by hours', () => {
	let pair: Pair;
	const clock = openClock(`pair-${SEED}`);
	beforeAll(async () => {
		pair = await startPair({ ...clock.settings, RATE_LIMITS: 'on' });
	});
	afterAll(async () => {
		await pair.stop();
		clock.remove();
	});
	const statusAt = async (url: string, headers: Record<string, string>) =>
		(await attempt(`${url}/api/courses`, { headers })).status;

	it('hear within a second all the same that somebody has signed out at the other', async () => {
		const [here, there] = pair.urls();
		await clock.set(5 * HOUR_MS, here, there);
		const headers = await signIn(here);
		expect(await statusAt(there, headers)).toBe(200);
		await clock.set(0);
		await sleep(100);
		expect(await statusAt(there, headers)).toBe(200);
		const out = send('POST', {}, headers);
		expect((await attempt(`${here}/api/auth/sign-out`, out)).status).toBe(200);
		await sleep(1_000);
		expect(await statusAt(there, headers)).toBe(401);
	});

	it('ask for the password anew where it was given by the clock that was wrong', async () => {
		const [here] = pair.urls();
		await clock.set(5 * HOUR_MS, here);
		const headers = await signIn(here);
		const ask = () => attempt(`${here}/api/keys`, send('POST', { name: 'k' }, headers));
		expect(await ask()).toMatchObject({ body: { code: 'invalid' } });
		await clock.set(0, here);
		await sleep(1_000);
		expect(await ask()).toMatchObject({ status: 403, body: { code: 'reauth_required' } });
	});

	it('let somebody try again in time who guessed too often before', async () => {
		const [here, there] = pair.urls();
		await clock.set(5 * HOUR_MS, here);
		const guess = async (url: string) =>
			(
				await attempt(
					`${url}/api/auth/sign-in/email`,
					send('POST', { email: 'nobody@example.org', password: 'a wrong guess of it' }, {}),
				)
			).status;
		const guesses: (number | undefined)[] = [];
		for (let n = 0; n <= LIMITS.signInAccount.max; n++) guesses.push(await guess(here));
		expect(guesses.at(-1)).toBe(429);
		await clock.set(0, there);
		expect(await guess(there)).toBe(401);
	});

	it.runIf(AT_LENGTH)('count requests by a clock that nobody sets', async () => {
		const [here] = pair.urls();
		await clock.set(5 * HOUR_MS, here);
		for (let n = 0; n < LIMITS.address.max; n++) await statusAt(here, {});
		expect(await statusAt(here, {})).toBe(429);
		await clock.set(0);
		await sleep(LIMITS.address.per + 1_000);
		expect(await statusAt(here, {})).toBe(401);
	});
});
