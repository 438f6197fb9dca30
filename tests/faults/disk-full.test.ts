import { rmSync, statfsSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { signIn } from '../signed-in.ts';
import { read } from './calls.ts';
import { fill, mayMount, onSmallDisk } from './full-disk.ts';
import { expectSound } from './invariants.ts';
import { SEED } from './length.ts';
import { openLoad } from './load.ts';
import { makePlace } from './places.ts';
import { startServer } from './server.ts';

it.skipIf(!mayMount())(
	`a full disk loses nothing, and heals without a restart (seed ${SEED}; needs the right to mount)`,
	async () => {
		const [place, copy] = [await makePlace('sqlite'), await makePlace('sqlite')];
		const data = join(place.dataDir, 'data');
		await mkdir(data);
		const server = await startServer(data, { LOG_LEVEL: 'silent' }, onSmallDisk(data));
		try {
			// The disk is only there in the server's own view of the file system.
			const inside = join(`/proc/${server.pid}/root`, data);
			const headers = await signIn(server.url);
			const load = openLoad(SEED, headers);
			const ending = new AbortController();
			const running = load.run(server.url, ending.signal, true);
			for (let round = 0; round < 2; round++) {
				await expect.poll(load.acknowledged).toBeGreaterThan(20);
				fill(join(inside, 'full'));
				expect(statfsSync(inside).bavail).toBe(0);
				const failures = () => load.failures.get(507) ?? 0;
				const before = failures();
				await expect.poll(failures).toBeGreaterThan(before + 10);
				// What is there can be read all the while.
				const answer = await read(`${server.url}/api/courses`, headers);
				expect(answer).toMatchObject({ known: true, status: 200 });
				rmSync(join(inside, 'full'));
				const done = load.acknowledged();
				await expect.poll(load.acknowledged).toBeGreaterThan(done + 20);
			}
			ending.abort();
			await running;
			expect(server.isRunning()).toBe(true);
			expect(new Set([507, 503, ...load.failures.keys()])).toEqual(new Set([507, 503]));
			expect(await load.audit(server.url)).toEqual([]);
			await sleep(200);
			// It clears temporary files away, also while they are copied.
			process.kill(server.pid, 'SIGSTOP');
			await cp(inside, copy.dataDir, { recursive: true });
			await expectSound(copy);
		} finally {
			await server.kill();
			await place.remove();
			await copy.remove();
		}
	},
);
