import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { signIn } from '../signed-in.ts';
import { expectSound } from './invariants.ts';
import { AT_LENGTH, SEED } from './length.ts';
import { openLoad } from './load.ts';
import { makePlace } from './places.ts';
import { startServer } from './server.ts';

/** The calls by which a database and files come onto a disk. */
const CALLS = ['fsync', 'pwrite64', 'link', 'openat', 'mkdir', 'ftruncate', 'unlink'];
const SOME = AT_LENGTH ? CALLS : CALLS.slice(0, 2);
const WHEN = AT_LENGTH ? Array.from({ length: 40 }, (_, at) => at + 1) : [2, 3];

const hasStrace = () => spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

/** Has each thread's call number `when` fail with EIO, and all after it where `forEver`. */
const breakCalls = async (pid: number, call: string, when: number, forEver: boolean) => {
	const times = `${when}${forEver ? '+' : ''}`;
	const strace = spawn('strace', [
		...['-f', '-p', String(pid), '-o', '/dev/null', '-e', `trace=${call}`],
		...['-e', `inject=${call}:error=EIO:when=${times}`],
	]);
	const ended = once(strace, 'exit');
	await Promise.race([once(strace.stderr, 'data'), ended]);
	return async () => {
		strace.kill('SIGINT');
		await ended;
	};
};

it.skipIf(!hasStrace())(
	`a disk that fails at any call loses nothing acknowledged (seed ${SEED}; needs strace)`,
	{ timeout: AT_LENGTH ? 1_800_000 : 300_000 },
	async () => {
		const place = await makePlace('sqlite');
		const start = () => startServer(place.dataDir, { LOG_LEVEL: 'silent' });
		let server = await start();
		try {
			const load = openLoad(SEED, await signIn(server.url));
			for (const call of SOME)
				for (const when of WHEN) {
					const what = `${call} number ${when}`;
					const ending = new AbortController();
					const running = load.run(server.url, ending.signal, true);
					const mend = await breakCalls(server.pid, call, when, when % 2 === 0);
					const seen = () => load.acknowledged() + (load.failures.get(503) ?? 0);
					const before = seen();
					await sleep(300);
					await expect.poll(seen).toBeGreaterThan(before + 5);
					await mend();
					ending.abort();
					await running;
					expect(server.isRunning(), what).toBe(true);
					expect(await load.settle(server.url), what).toEqual([]);
					if (when % 10 !== 3) continue;
					await server.kill();
					server = await start();
					expect(await load.audit(server.url), `${what}, and a restart`).toEqual([]);
				}
			for (const status of load.failures.keys()) expect([503, 507]).toContain(status);
			expect(load.failures.get(503)).toBeGreaterThan(0);
			expect(await load.audit(server.url)).toEqual([]);
			await server.kill();
			await expectSound(place);
		} finally {
			await server.kill();
			await place.remove();
		}
	},
);
