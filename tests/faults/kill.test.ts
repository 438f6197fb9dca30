import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createRandom } from '../../server/cli/sample-payments.ts';
import { signIn } from '../e2e/people.ts';
import { TEST_MS } from '../patience.ts';
import { startServer } from '../process.ts';
import { AT_LENGTH, SEED, SOME_ENGINES } from './length.ts';
import { openLoad } from './load.ts';
import { expectSound, makePlace } from './places.ts';

const KILLS = AT_LENGTH ? 100 : 2;
const LONGEST_MS = AT_LENGTH ? 3_000 : 900;
/** Exceeded by a recovery that reads all data, but not by a busy machine. */
const READY_MS = 20_000;

it.each(SOME_ENGINES)(
	`keeps all acknowledged data when killed repeatedly under load (%s, seed ${SEED})`,
	// Starts the server three times, or a hundred times.
	{ timeout: AT_LENGTH ? 1_800_000 : 4 * TEST_MS },
	async (engine) => {
		const place = await makePlace(engine);
		const random = createRandom(SEED);
		let server = await startServer(place.settings);
		try {
			const load = openLoad(SEED, await signIn(server.url));
			for (let kill = 1; kill <= KILLS; kill++) {
				const running = load.run(server.url, new AbortController().signal);
				await sleep(100 + random(LONGEST_MS));
				// Also on a slow machine there is data that could be lost.
				if (kill === KILLS) await expect.poll(load.acknowledged).toBeGreaterThan(KILLS * 10);
				await server.kill();
				await running;
				server = await startServer(place.settings);
				expect(server.readyMs, `ready after kill ${kill}`).toBeLessThan(READY_MS);
				expect(await load.settle(server.url), `after kill ${kill}`).toEqual([]);
			}
			expect(await load.audit(server.url)).toEqual([]);
			await server.kill();
			await expectSound(place);
		} finally {
			await server.kill();
			await place.remove();
		}
	},
);
