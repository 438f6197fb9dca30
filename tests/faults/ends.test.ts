import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { randomFrom } from '../../server/features/payments/sample.ts';
import { engines } from '../../server/test-app.ts';
import { signIn } from '../signed-in.ts';
import { expectSound } from './invariants.ts';
import { AT_LENGTH, SEED } from './length.ts';
import { openLoad } from './load.ts';
import { makePlace } from './places.ts';
import { NotStarted, startServer } from './server.ts';

const ENDS = AT_LENGTH ? 20 : 2;
const SHUTDOWN_MS = AT_LENGTH ? 10_000 : 60_000;

it.each(engines)(
	`told to end under load, it finishes what is in flight (%s, seed ${SEED})`,
	{ timeout: 600_000 },
	async (engine) => {
		const place = await makePlace(engine);
		const random = randomFrom(SEED);
		let server = await startServer(place.dataDir, place.settings);
		try {
			const load = openLoad(SEED, await signIn(server.url));
			for (let end = 1; end <= ENDS; end++) {
				const running = load.run(server.url, new AbortController().signal);
				await sleep(100 + random(500));
				const from = performance.now();
				expect(await server.stop(), server.log()).toBe(0);
				expect(performance.now() - from).toBeLessThan(SHUTDOWN_MS);
				await running;
				expect(server.log().replace(/^.* is ready: .*\n/, '')).toBe('');
				server = await startServer(place.dataDir, place.settings);
				expect(await load.settle(server.url), `after end ${end}`).toEqual([]);
			}
			// 503 is what a request gets that comes while the server ends.
			for (const status of load.failures.keys()) expect([undefined, 503]).toContain(status);
			expect(await load.audit(server.url)).toEqual([]);
			await server.stop();
			await expectSound(place);
		} finally {
			await server.kill();
			await place.remove();
		}
	},
);

it('a second server on the same data folder ends at once, and the first one goes on', async () => {
	const place = await makePlace('sqlite');
	const server = await startServer(place.dataDir);
	try {
		const load = openLoad(SEED, await signIn(server.url));
		const ending = new AbortController();
		const running = load.run(server.url, ending.signal, true);
		const second = await startServer(place.dataDir).catch((error: Error) => error);
		expect(second).toBeInstanceOf(NotStarted);
		expect(second).toMatchObject({
			code: 1,
			message: expect.stringContaining('Another Ufundi server is using the data folder'),
		});
		ending.abort();
		await running;
		expect([...load.failures]).toEqual([]);
		expect(await load.audit(server.url)).toEqual([]);
		await server.kill();
		await expectSound(place);
	} finally {
		await server.kill();
		await place.remove();
	}
}, 60_000);
