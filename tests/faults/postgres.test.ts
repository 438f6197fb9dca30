import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFaultyProxy } from '../../server/platform/files/fixtures/faulty-proxy.ts';
import { signIn } from '../e2e/people.ts';
import { type Postgres, startPostgres } from '../postgres.ts';
import { type Server, startServer } from '../process.ts';
import { attempt } from './calls.ts';
import { AT_LENGTH, SEED } from './length.ts';
import { type Load, openLoad } from './load.ts';
import { expectSound, makePlace, type Place } from './places.ts';

const ROUNDS = AT_LENGTH ? 20 : 1;
/** A hang lasts longer; on a busy machine a recovery needs most of it. */
const WITHIN_MS = 30_000;

describe(`a server whose PostgreSQL fails under load (seed ${SEED})`, () => {
	let place: Place;
	let server: Server;
	let proxy: Awaited<ReturnType<typeof startFaultyProxy>>;
	let headers: Record<string, string>;
	let load: Load;
	let ending: AbortController;
	let running: Promise<void>;
	/** Servers of PostgreSQL that a test started. */
	const started: Postgres[] = [];

	const startLoad = async (address: string) => {
		const url = new URL(address);
		proxy = await startFaultyProxy(Number(url.port));
		url.port = String(proxy.port);
		server = await startServer({ ...place.settings, DATABASE_URL: url.href });
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
		for (const postgres of started.splice(0)) await postgres.stop();
	});

	const query = async (text: string) => {
		const client = new pg.Client(place.settings.DATABASE_URL);
		await client.connect();
		return (await client.query(text).finally(() => client.end())).rows;
	};
	const BACKENDS =
		'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

	/** Reads the courses; returns the status and the time in milliseconds. */
	const readCourses = async () => {
		const from = performance.now();
		const { status } = await attempt(`${server.url}/api/courses`, { headers });
		return { status, ms: performance.now() - from };
	};
	const expectServed = () =>
		expect.poll(async () => (await readCourses()).status, { timeout: WITHIN_MS }).toBe(200);

	/** Ends the load; expects everything acknowledged to exist once, and sound data. */
	const endLoad = async () => {
		await expectServed();
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

	it('keeps acknowledged data when connections break during transactions', async () => {
		await startLoad(place.settings.DATABASE_URL ?? '');
		for (let round = 0; round < ROUNDS * 8; round++) {
			await query(`select pg_terminate_backend(pid) ${BACKENDS}`);
			await sleep(120);
		}
		await expectServed();
		expect(load.failures.get(503)).toBeGreaterThan(0);
		await endLoad();
	});

	it.runIf(AT_LENGTH)(
		'answers 503 while PostgreSQL is unreachable, and works again afterwards',
		async () => {
			await startLoad(place.settings.DATABASE_URL ?? '');
			for (let round = 0; round < ROUNDS; round++) {
				proxy.faults.kind = 'down';
				proxy.faults.drop();
				await sleep(200);
				const { status, ms } = await readCourses();
				expect({ status, soon: ms < WITHIN_MS }, `${ms} ms`).toEqual({ status: 503, soon: true });
				expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
				expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
				proxy.faults.kind = 'none';
				await expectServed();
			}
			await endLoad();
		},
	);

	it.runIf(AT_LENGTH)('keeps acknowledged data when PostgreSQL crashes and recovers', async () => {
		const postgres = await startPostgres();
		started.push(postgres);
		await place.remove();
		place = await makePlace('postgres', postgres.url);
		// By default the PostgreSQL of the tests loses the last commits when it crashes.
		await query('alter database postgres set synchronous_commit = on');
		await startLoad(postgres.url);
		for (let round = 0; round < ROUNDS; round++) {
			// When one of its processes dies, PostgreSQL ends all others and recovers from its log.
			const [{ pid }] = await query(`select pid ${BACKENDS} limit 1`);
			process.kill(pid, 'SIGKILL');
			await sleep(100);
			await expectServed();
		}
		await endLoad();
	});
});
