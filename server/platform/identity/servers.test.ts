import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import {
	buildConfig,
	engines,
	makeTestApp,
	makeTestAppWith,
	type TestApp,
} from '../../testing/app.ts';
import type { Api } from '../http/api.ts';

describe.each(engines)('two servers on one database (%s)', (engine) => {
	let site: TestApp;
	let other: Api;
	beforeAll(async () => {
		site = await makeTestApp(engine);
		const { database, files } = site;
		other = await buildApp({ config: buildConfig({}), database, files, version: '0.0.0' });
		await other.ready();
	});
	afterAll(async () => {
		await other.close();
		await site.close();
	});

	it('know the same people, and apply revocations of each other within a second', async () => {
		const there = async (headers: Record<string, string>) =>
			(await other.inject({ url: '/api/courses', headers })).statusCode;
		const [disabled, ended, demoted] = [
			await site.as('editor'),
			await site.as('editor'),
			await site.as('finance'),
		];
		const key = await site.asKey('viewer');
		const crowd = await Promise.all(Array.from({ length: 8 }, () => site.as('editor')));
		for (const { headers } of crowd) expect(await there(headers)).toBe(200);
		for (const { headers } of [disabled, ended, demoted, key])
			expect(await there(headers)).toBe(200);
		await site.call('PUT', `/people/${disabled.id}`, { disabled: true });
		await site.call('DELETE', `/people/${ended.id}/sessions`);
		await site.call('PUT', `/people/${demoted.id}`, { role: 'viewer' });
		const [{ id }] = (await site.call('GET', '/keys')).body.data;
		await site.call('DELETE', `/keys/${id}`);
		for (const [n, { id: one }] of crowd.entries())
			await (n % 2
				? site.call('PUT', `/people/${one}`, { disabled: true })
				: site.call('DELETE', `/people/${one}/sessions`));
		await wait(1_000);
		for (const { headers } of crowd) expect(await there(headers)).toBe(401);
		for (const { headers } of [disabled, ended, key]) expect(await there(headers)).toBe(401);
		const { headers } = demoted;
		const figures = await other.inject({ url: '/api/statistics', headers });
		expect(figures.statusCode).toBe(403);
	});
});

describe('where people come by https', () => {
	it('cookies are for this host only and sent over https only', async () => {
		const site = await makeTestAppWith('sqlite', {
			config: { publicUrls: ['https://console.example.org'] },
		});
		const someone = await site.as('viewer');
		expect(someone.cookie).toMatch(/^__Host-session=/);
		expect((await someone.call('GET', '/account')).status).toBe(200);
		const { headers } = await someone.call('DELETE', '/account/sessions');
		for (const line of [headers['set-cookie'] ?? []].flat().map(String)) {
			expect(line).toMatch(/^__Host-/);
			expect(line).toMatch(/; *secure/i);
			expect(line).toMatch(/; *path=\//i);
		}
		expect(headers['strict-transport-security']).toContain('max-age=63072000');
		await site.close();
	});
});
