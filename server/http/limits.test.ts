import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../config.ts';
import { makeTestAppWith, type TestApp } from '../test-app.ts';

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
		const { headers } = await site.as('viewer');
		const { max } = LIMITS.session;
		expect((await ask(max + 1, headers)).counts).toEqual({ 404: max, 429: 1 });
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
