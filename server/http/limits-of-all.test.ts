import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { LIMITS } from '../config.ts';
import { configOf, makeTestAppWith, type TestApp } from '../test-app.ts';
import type { Api } from './api.ts';

const config = configOf({ rateLimits: true });

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
