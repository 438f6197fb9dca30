import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { LIMITS } from '../../config.ts';
import { buildConfig, makeTestAppWith, type TestApp } from '../../testing/app.ts';
import type { Api } from './api.ts';
import { getNetwork } from './limits.ts';

describe('the rate limit', () => {
	let site: TestApp;
	beforeAll(async () => {
		site = await makeTestAppWith('sqlite', {
			config: { rateLimits: true, trustProxy: ['10.9.9.9'] },
		});
	});
	afterAll(() => site.close());

	/** Asks so many times, and counts what came back. */
	const ask = async (times: number, headers: Record<string, string>, from = '192.0.2.1') => {
		const counts = new Map<number, number>();
		let retry = 0;
		for (let n = 0; n < times; n++) {
			const request = { url: '/api/subjects/none', headers, remoteAddress: from };
			const answer = await site.app.inject(request);
			counts.set(answer.statusCode, (counts.get(answer.statusCode) ?? 0) + 1);
			retry = Number(answer.headers['retry-after'] ?? retry);
		}
		return { counts: Object.fromEntries(counts), retry };
	};

	it('is lower for an address without a session, whatever its headers', async () => {
		const { max } = LIMITS.address;
		const forged = { 'x-forwarded-for': '203.0.113.1', forwarded: 'for=203.0.113.1' };
		const { counts, retry } = await ask(max + 5, forged, '2001:db8::1');
		expect(counts).toEqual({ 401: max, 429: 5 });
		expect(retry).toBeGreaterThan(0);
		expect((await ask(1, {}, '2001:db8::ffff:1')).counts).toEqual({ 429: 1 });
		expect((await ask(1, {}, '2001:db8:0:1::1')).counts).toEqual({ 401: 1 });
		// The header of a trusted proxy counts.
		const proxied = await ask(1, { 'x-forwarded-for': '203.0.113.2' }, '10.9.9.9');
		expect(proxied.counts).toEqual({ 401: 1 });
	});

	it('is counted by session and by key, not by address', async () => {
		const { headers } = await site.as('editor');
		const { max } = LIMITS.session;
		expect((await ask(max + 1, headers)).counts).toEqual({ 404: max, 429: 1 });
		// Chunks of uploads have a limit of their own.
		const type = { 'content-type': 'application/octet-stream' };
		const chunk = { method: 'PUT', url: '/api/uploads/none/0', payload: Buffer.alloc(1) } as const;
		const sent = await site.app.inject({ ...chunk, headers: { ...headers, ...type } });
		expect(sent.statusCode).toBe(404);
		const { headers: other } = await site.as('viewer');
		expect((await ask(1, other)).counts).toEqual({ 404: 1 });
		const { headers: key } = await site.asKey('viewer');
		expect((await ask(max + 1, key)).counts).toEqual({ 404: max + 1 });
	});

	it('also counts exports', async () => {
		const { call } = await site.as('finance');
		const statuses: number[] = [];
		for (let n = 0; n <= LIMITS.exports.max; n++)
			statuses.push((await call('GET', '/transactions/export.csv')).status);
		expect(statuses.filter((status) => status === 200)).toHaveLength(LIMITS.exports.max);
		expect(statuses.at(-1)).toBe(429);
		expect((await call('HEAD', '/transactions/export.csv')).status).toBe(429);
		expect((await call('GET', '/transactions')).status).toBe(200);
	});

	it('does not count the health check', async () => {
		for (let n = 0; n < LIMITS.address.max + 10; n++)
			expect(
				(await site.app.inject({ url: '/healthz', remoteAddress: '192.0.2.77' })).statusCode,
			).toBe(200);
	});
});

const config = buildConfig({ rateLimits: true });

describe('two servers on one PostgreSQL', () => {
	let site: TestApp;
	let apps: [Api, Api];
	beforeAll(async () => {
		site = await makeTestAppWith('postgres', { config: { rateLimits: true } });
		const { database, files } = site;
		const other = await buildApp({ config, database, files, version: '0.0.0', overload: false });
		await other.ready();
		apps = [site.app, other];
	});
	afterAll(async () => {
		await apps[1].close();
		await site.close();
	});

	/** Returns the status of a request without a caller, from an address. */
	const ask = async (app: Api, remoteAddress: string) =>
		(await app.inject({ url: '/api/subjects', remoteAddress })).statusCode;
	const count = (statuses: readonly number[], status: number) =>
		statuses.filter((one) => one === status).length;

	it('together accept as many requests as one', async () => {
		const { max } = LIMITS.address;
		const statuses: number[] = [];
		for (let n = 0; n < max; n++)
			for (const app of apps) statuses.push(await ask(app, '192.0.2.1'));
		// Each for itself would have let through twice as many.
		expect(count(statuses, 401)).toBe(max);
		expect(count(statuses, 401) + count(statuses, 429)).toBe(2 * max);
		for (const app of apps) {
			expect(await ask(app, '192.0.2.1')).toBe(429);
			expect(await ask(app, '192.0.2.2')).toBe(401);
		}
	});

	it('count every export, concurrent and in turn', async () => {
		const { headers } = await site.as('finance');
		const url = '/api/transactions/export.csv';
		const answers = await Promise.all(
			Array.from({ length: LIMITS.exports.max + 6 }, (_, n) =>
				(apps[n % 2] as Api).inject({ url, headers }),
			),
		);
		const statuses = answers.map(({ statusCode }) => statusCode);
		expect(count(statuses, 200)).toBe(LIMITS.exports.max);
		expect(count(statuses, 429)).toBe(6);
		for (const app of apps) {
			const refused = await app.inject({ url, headers });
			expect(refused.statusCode).toBe(429);
			expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
		}
	});

	it('count on their own while the database fails', async () => {
		const { headers } = await site.as('finance');
		const { max } = LIMITS.exports;
		const call = async (app: Api) =>
			(await app.inject({ url: '/api/transactions/export.csv', headers })).statusCode;
		await sql`alter table rate_limits rename to away`.execute(site.database.read);
		const statuses: number[] = [];
		for (let n = 0; n <= max; n++) statuses.push(await call(apps[0]));
		expect(count(statuses, 200)).toBe(max);
		expect(await call(apps[1])).toBe(200);
		await sql`alter table away rename to rate_limits`.execute(site.database.read);
	});
});

describe('the network of an address', () => {
	it.each([
		['192.0.2.7', '192.0.2.7'],
		['::ffff:192.0.2.7', '192.0.2.7'],
		['::FFFF:192.0.2.7', '192.0.2.7'],
		['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
		['::ffff:c000:207', '192.0.2.7'],
		['2001:db8:1:2::1', '2001:db8:1:2::/64'],
		['2001:DB8:0001:0002:FFFF::9', '2001:db8:1:2::/64'],
		['2001:0db8:0001:0002:0003:0004:0005:0006', '2001:db8:1:2::/64'],
		['fe80::1%eth0', 'fe80:0:0:0::/64'],
		['::1', '0:0:0:0::/64'],
		['::', '0:0:0:0::/64'],
		['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
	])('of %s is %s', (address, network) => {
		expect(getNetwork(address)).toBe(network);
	});
});
