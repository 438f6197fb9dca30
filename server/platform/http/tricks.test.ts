import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestAppWith, type TestApp } from '../../testing/app.ts';
import { createContent } from '../../testing/content.ts';
import { makeGroupFolder } from '../../testing/folder.ts';

describe('a raw request', () => {
	let site: TestApp;
	const dist = makeGroupFolder();
	let port: number;
	beforeAll(async () => {
		await mkdir(join(dist, 'assets'));
		await writeFile(join(dist, 'index.html'), '<html><title>The page</title>');
		await writeFile(join(dist, 'assets/a.js'), 'export {};');
		site = await makeTestAppWith('sqlite', { webDist: dist, config: { trustProxy: false } });
		await site.app.listen({ host: '127.0.0.1', port: 0 });
		port = (site.app.server.address() as AddressInfo).port;
	});
	afterAll(() => site.close());

	/** Requests a path unchanged; other clients normalise it. */
	const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
		new Promise<{ status: number; body: string; location: string | undefined }>((done, failed) => {
			request({ host: '127.0.0.1', port, path, method, headers }, async (answer) =>
				done({
					status: answer.statusCode ?? 0,
					body: await text(answer),
					location: answer.headers.location,
				}),
			)
				.on('error', failed)
				.end();
		});

	const spellings = (path: string) => {
		const [, first, last] = /^\/([^/]+)\/(.+)$/.exec(path) ?? ['', '', ''];
		return [
			...[`/${path}`, `//${path.slice(1)}//`, `${path}/`, `${path}//`, `${path}/.`, `${path}.`],
			...[`${path}..`, `${path}%20`, `${path}%00`, `${path}%09`, `${path}?`, `${path}#x`],
			...[`${path};a=b`, `/${first};/${last}`, `/${first}//${last}`, `/${first}/./${last}`],
			...[
				`/${first}%2F${last}`,
				`/${first}%2f${last}`,
				`/${first}%5C${last}`,
				`/${first}\\${last}`,
			],
			...[`/${first}/%2e/${last}`, `/x/../${first}/${last}`, `/admin/../${first}/${last}`],
			...[`/admin/..%2f${first}/${last}`, `/assets/../${first}/${last}`, `/./${first}/${last}`],
			...[`/assets/..%2f..%2f${first}/${last}`, `/%2e%2e/${first}/${last}`, `/${first}/../${path}`],
			...[path.toUpperCase(), `/${first.toUpperCase()}/${last}`, `/${first}/${last.toUpperCase()}`],
			...[path.replace('i', '%69'), path.replace('a', '%61'), path.replace('a', '%2561')],
			...[`${path}.json`, `${path}.html`, `${path}%23`, `${path}%3F`, `/${first}/${last}/*`],
			...[path.replace('a', 'а'), path.replace('i', 'ⅰ')].map(encodeURI),
		];
	};

	it.each(['/api/courses', '/api/people', '/api/transactions', '/api/audit', '/metrics'])(
		'requires authentication for every spelling of %s',
		async (path) => {
			const { email, headers: viewer } = await site.as('viewer');
			await createContent(site).course({ name: 'Behind the guard' });
			const hidden = /"success":true|Behind the guard|http_request|@example\.org/;
			const all = spellings(path);
			expect(all.length).toBeGreaterThanOrEqual(40);
			const expectGuarded = async (spelled: string, headers: object, method: string) => {
				const { status, body } = await ask(spelled, { ...headers }, method);
				// The page is public at every address below /admin.
				const page = method === 'HEAD' ? '' : expect.stringContaining('The page');
				if (status < 300) expect([spelled, body]).toEqual([spelled, page]);
				expect([spelled, body]).not.toEqual([spelled, expect.stringMatching(hidden)]);
			};
			for (const headers of [{}, path === '/api/courses' ? {} : viewer])
				for (const spelled of [path, ...all])
					for (const method of ['GET', 'HEAD']) await expectGuarded(spelled, headers, method);
			expect(email).toContain('viewer');
		},
		60_000,
	);

	it("ignores a client's proxy headers", async () => {
		const forged = {
			'x-forwarded-for': '203.0.113.9',
			'x-forwarded-host': 'evil.example',
			'x-forwarded-proto': 'https',
			forwarded: 'for=203.0.113.9;host=evil.example;proto=https',
			'x-real-ip': '203.0.113.9',
			'x-real-client-ip': '203.0.113.9',
			host: 'evil.example',
		};
		const made = await site.inject({
			method: 'POST',
			url: '/api/people',
			headers: forged,
			remoteAddress: '198.51.100.7',
			payload: { name: 'A', email: 'forged@example.org', role: 'viewer' },
		});
		expect(made.json().data.link.url).toMatch(/^http:\/\/127\.0\.0\.1:4000\/invitation#/);
		const row = await site.database.read
			.selectFrom('audit_log')
			.select(['address'])
			.where('item_id', '=', made.json().data.person.id)
			.executeTakeFirstOrThrow();
		expect(row.address).toBe('198.51.100.7');
		const root = await ask('/', forged);
		expect([root.status, root.location]).toEqual([302, '/admin']);
	});
});
