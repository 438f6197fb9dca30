import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { TEST_MS } from '../../../tests/patience.ts';
import { makeTestAppWith, type TestApp } from '../../testing/app.ts';

let site: TestApp;
afterEach(() => site.close());

const busy = (ms: number) => {
	for (const end = performance.now() + ms; performance.now() < end; );
};

/** Keeps the event loop busy until the work is done. */
const whileBusy = async <T>(ms: number, work: () => Promise<T>) => {
	let isDone = false;
	const blocking = (async () => {
		for (; !isDone; await wait(1)) busy(ms);
	})();
	try {
		return await work();
	} finally {
		isDone = true;
		await blocking;
	}
};

it('refuses requests while the event loop is behind, except callbacks, health checks and the page', async () => {
	site = await makeTestAppWith('sqlite', { overload: 200 });
	const ask = (url: string, method: 'GET' | 'POST' = 'GET') => site.inject({ method, url });
	// The start of the app delays the event loop as well.
	await expect.poll(async () => (await ask('/api/courses')).statusCode).toBe(200);
	await whileBusy(600, async () => {
		await expect
			.poll(async () => (await ask('/api/courses')).statusCode, { timeout: 20_000 })
			.toBe(503);
		const refused = await ask('/api/transactions');
		expect(refused.headers['retry-after']).toBe('2');
		expect(refused.json()).toMatchObject({ success: false, code: 'unavailable' });
		for (const url of ['/healthz', '/readyz', '/admin', '/metrics'])
			expect([url, (await ask(url)).statusCode]).not.toEqual([url, 503]);
		expect((await ask('/api/hooks/token/stk', 'POST')).statusCode).toBe(404);
	});
	await expect
		.poll(async () => (await ask('/api/courses')).statusCode, { timeout: 20_000 })
		.toBe(200);
});

// Keeps a core busy for eleven seconds.
it('refuses none of 200 callers whose slow reads wait for each other', {
	timeout: 4 * TEST_MS,
}, async () => {
	// Together their reads take longer, each of them is shorter also on a busy machine.
	site = await makeTestAppWith('sqlite', { overload: 3_000 });
	const { read } = site.database;
	// Like a broad search over many payments.
	const slow = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 300000)
		select count(*) from n`;
	const statuses = new Set<number>();
	const end = performance.now() + 4_000;
	const caller = async () => {
		while (performance.now() < end) {
			await slow.execute(read);
			statuses.add((await site.inject({ method: 'GET', url: '/api/courses' })).statusCode);
		}
	};
	await Promise.all(Array.from({ length: 200 }, caller));
	expect([...statuses]).toEqual([200]);
});
