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

	/** The status of a request of nobody, from an address. */
	const ask = async (app: Api, remoteAddress: string) =>
		(await app.inject({ url: '/api/subjects', remoteAddress })).statusCode;
	const count = (statuses: readonly number[], status: number) =>
		statuses.filter((one) => one === status).length;

	it('together let through what one would', async () => {
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

	it('hear of what the other let through, who has let through nothing', async () => {
		const { max } = LIMITS.address;
		const statuses: number[] = [];
		for (let n = 0; n <= max; n++) statuses.push(await ask(apps[0], '192.0.2.3'));
		expect(count(statuses, 401)).toBe(max);
		expect(await ask(apps[1], '192.0.2.3')).toBe(429);
	});

	it('count exports to the last one, at once and in turn', async () => {
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

	it('begin anew when the time is over, by the clock of the database', async () => {
		const { countForAll, read } = site.database;
		const add = async () => countForAll?.('x', 60_000, 100);
		expect(await add()).toMatchObject({ n: 1 });
		const sum = await add();
		expect(sum).toMatchObject({ n: 2 });
		expect(sum?.left).toBeGreaterThan(50_000);
		expect(sum?.left).toBeLessThanOrEqual(60_000);
		await sql`update request_counts set ends_at = now() where name = 'x'`.execute(read);
		expect(await add()).toMatchObject({ n: 1 });
		// Nothing that began by today's clock ends so late: it has been set back since.
		await sql`update request_counts set ends_at = now() + interval '1 hour' where name = 'x'`.execute(
			read,
		);
		const anew = await add();
		expect(anew).toMatchObject({ n: 1 });
		expect(anew?.left).toBeLessThanOrEqual(60_000);
	});

	it('count each for itself while the database cannot add up', async () => {
		const { max } = LIMITS.address;
		await sql`alter table request_counts rename to away`.execute(site.database.read);
		const statuses: number[] = [];
		for (let n = 0; n <= max; n++) statuses.push(await ask(apps[0], '192.0.2.4'));
		expect(count(statuses, 401)).toBe(max);
		expect(await ask(apps[1], '192.0.2.4')).toBe(401);
		await sql`alter table away rename to request_counts`.execute(site.database.read);
		expect(await ask(apps[0], '192.0.2.4')).toBe(429);
	});
});
