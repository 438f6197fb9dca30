import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFaultyProxy } from '../../server/files/fixtures/faulty-proxy.ts';
import { type Postgres, startPostgres } from '../postgres.ts';
import { signIn } from '../signed-in.ts';
import { attempt } from './calls.ts';
import { expectSound } from './invariants.ts';
import { AT_LENGTH, SEED } from './length.ts';
import { type Load, openLoad } from './load.ts';
import { makePlace, type Place } from './places.ts';
import { type Server, startServer } from './server.ts';

const ROUNDS = AT_LENGTH ? 20 : 1;
/** A hang lasts longer; recovering takes a busy machine most of it. */
const WITHIN_MS = 30_000;

describe(`PostgreSQL under a load (seed ${SEED})`, () => {
	let place: Place;
	let server: Server;
	let proxy: Awaited<ReturnType<typeof startFaultyProxy>>;
	let headers: Record<string, string>;
	let load: Load;
	let ending: AbortController;
	let running: Promise<void>;
	const own: Postgres[] = [];

	const begin = async (address: string) => {
		const url = new URL(address);
		proxy = await startFaultyProxy(Number(url.port));
		url.port = String(proxy.port);
		server = await startServer(place.dataDir, { ...place.settings, DATABASE_URL: url.href });
		headers = await signIn(server.url);
		load = openLoad(SEED, headers);
		ending = new AbortController();
		running = load.run(server.url, ending.signal, true);
		await expect.poll(load.acknowledged, { timeout: WITHIN_MS }).toBeGreaterThan(20);
	};
	beforeEach(async () => {
		place = await makePlace('postgres');
	});
	afterEach(async () => {
		await server.kill();
		await proxy.stop();
		await place.remove();
		for (const postgres of own.splice(0)) await postgres.stop();
	});

	const ask = async (text: string) => {
		const client = new pg.Client(place.settings.DATABASE_URL);
		await client.connect();
		return (await client.query(text).finally(() => client.end())).rows;
	};
	const BACKENDS =
		'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

	/** The status of a read, and how long it took. */
	const read = async () => {
		const from = performance.now();
		const { status } = await attempt(`${server.url}/api/courses`, { headers });
		return { status, ms: performance.now() - from };
	};
	const served = () =>
		expect.poll(async () => (await read()).status, { timeout: WITHIN_MS }).toBe(200);

	/** The load ends, everything that was acknowledged is there once, and all of it is sound. */
	const end = async () => {
		await served();
		await sleep(500);
		ending.abort();
		await running;
		expect(server.isRunning(), server.log()).toBe(true);
		expect(await load.settle(server.url)).toEqual([]);
		expect(await load.audit(server.url)).toEqual([]);
		expect(new Set([503, ...load.failures.keys()]), server.log()).toEqual(new Set([503]));
		await server.kill();
		await expectSound(place);
	};

	it('may lose its connections in the middle of their transactions', async () => {
		await begin(place.settings.DATABASE_URL ?? '');
		for (let round = 0; round < ROUNDS * 8; round++) {
			await ask(`select pg_terminate_backend(pid) ${BACKENDS}`);
			await sleep(120);
		}
		await served();
		expect(load.failures.get(503)).toBeGreaterThan(0);
		await end();
	});

	it.runIf(AT_LENGTH)('may be gone, and come back', async () => {
		await begin(place.settings.DATABASE_URL ?? '');
		for (let round = 0; round < ROUNDS; round++) {
			proxy.faults.kind = 'down';
			proxy.faults.drop();
			await sleep(200);
			const { status, ms } = await read();
			expect({ status, soon: ms < WITHIN_MS }, `${ms} ms`).toEqual({ status: 503, soon: true });
			expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
			expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
			proxy.faults.kind = 'none';
			await served();
		}
		await end();
	});

	it.runIf(AT_LENGTH)('may crash, and recover', async () => {
		const postgres = await startPostgres();
		own.push(postgres);
		await place.remove();
		place = await makePlace('postgres', postgres.url);
		await begin(postgres.url);
		for (let round = 0; round < ROUNDS; round++) {
			// PostgreSQL ends all the others when one of its processes dies, and recovers from its log.
			const [{ pid }] = await ask(`select pid ${BACKENDS} limit 1`);
			process.kill(pid, 'SIGKILL');
			await sleep(100);
			await served();
		}
		await end();
	});
});
