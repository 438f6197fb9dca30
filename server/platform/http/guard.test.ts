import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { buildConfig, makeTestAppWith, type TestApp } from '../../testing/app.ts';

const course = { name: 'Plumbing', order_num: 1, category_id: 'cat_artisan' };

/** A site that may read content with a key. */
const SITE = 'https://learn.example.org';

let site: TestApp;
let key: Record<string, string>;
beforeAll(async () => {
	site = await makeTestAppWith('sqlite', { config: { corsOrigins: [SITE] } });
	key = (await site.asKey('viewer')).headers;
});
afterAll(() => site.close());

describe('a request that changes something', () => {
	it.each([
		[{}, 201],
		[{ origin: 'http://127.0.0.1:4000' }, 201],
		[{ 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:4000' }, 201],
		[{ 'sec-fetch-site': 'none' }, 201],
		[{ 'sec-fetch-site': 'cross-site' }, 403],
		[{ 'sec-fetch-site': 'same-site' }, 403],
		[{ 'sec-fetch-site': 'cross-site', origin: 'http://127.0.0.1:4000' }, 403],
		[{ origin: 'http://127.0.0.1:4001' }, 403],
		[{ origin: 'https://127.0.0.1:4000' }, 403],
		[{ origin: 'http://evil.example' }, 403],
		[{ origin: 'http://127.0.0.1:4000.evil.example' }, 403],
		[{ origin: 'null' }, 403],
		[{ origin: '' }, 403],
		[{ 'sec-fetch-site': '' }, 403],
	] as [Record<string, string>, number][])('from %j is answered with %i', async (from, status) => {
		const before = (await site.call('GET', '/courses')).body.data.length;
		const answer = await site.call('POST', '/courses', course, from);
		expect(answer.status).toBe(status);
		if (status === 403)
			expect(answer.body).toEqual({
				success: false,
				error: 'Requests from other sites are not accepted.',
				code: 'forbidden',
			});
		const after = (await site.call('GET', '/courses')).body.data.length;
		expect(after - before).toBe(status === 201 ? 1 : 0);
	});

	it('from another site is refused for every method that writes', async () => {
		const elsewhere = { origin: 'http://evil.example' };
		for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const)
			expect((await site.call(method, '/courses/1', {}, elsewhere)).status).toBe(403);
		expect((await site.call('GET', '/courses', undefined, elsewhere)).status).toBe(200);
	});

	it('for another person than the page shows changes nothing, and names who is signed in', async () => {
		const count = async () => (await site.call('GET', '/courses')).body.data.length;
		const [before, admin, other] = [
			await count(),
			await site.call('GET', '/account'),
			await site.as('editor'),
		];
		const send = (id: string, headers = {}) =>
			site.call('POST', '/courses', course, { 'x-person-id': id, ...headers });
		const { name, role, id } = admin.body.data;
		expect(await send(other.id)).toMatchObject({
			status: 409,
			body: { code: 'other_person', data: { name, role } },
		});
		expect(
			(await site.call('GET', '/courses', undefined, { 'x-person-id': other.id })).status,
		).toBe(409);
		expect(await count()).toBe(before);
		expect((await send(id)).status).toBe(201);
	});

	it('allows no other site to read its answer', async () => {
		const { headers } = await site.call('GET', '/courses', undefined, {
			origin: 'http://evil.example',
		});
		expect(headers['access-control-allow-origin']).toBeUndefined();
		expect(headers['cross-origin-resource-policy']).toBe('same-origin');
	});
});

describe('every answer', () => {
	it.each(['/courses', '/courses/1', '/nothing', '/courses?x=%E0%A4%A', '/%E0%A4%A'])(
		'of %s carries the headers that keep it from being misused',
		async (address) => {
			const { headers } = await site.call('GET', address);
			expect(headers).toMatchObject({
				'content-security-policy': "default-src 'none';frame-ancestors 'none'",
				'x-content-type-options': 'nosniff',
				'x-frame-options': 'DENY',
				'referrer-policy': 'no-referrer',
				'cross-origin-opener-policy': 'same-origin',
				'cross-origin-resource-policy': 'same-origin',
				'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
				'cache-control': 'no-store',
				'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
			});
			expect(headers).not.toHaveProperty('server');
			expect(headers).not.toHaveProperty('x-powered-by');
			expect(headers).not.toHaveProperty('strict-transport-security');
		},
	);

	it('has its own id, and ignores one from the caller', async () => {
		const mine = { 'x-request-id': 'mine', 'request-id': 'mine' };
		const ids = new Set<unknown>(['mine']);
		for (let n = 0; n < 3; n++)
			ids.add((await site.call('GET', '/courses', undefined, mine)).headers['x-request-id']);
		expect(ids.size).toBe(4);
	});

	it('needs a route in the access table, or the app does not start', async () => {
		const app = await buildApp({
			config: buildConfig({}),
			database: site.database,
			files: site.files,
			version: '0.0.0',
		});
		app.get('/api/password-resets', () => 'open');
		await expect(app.ready()).rejects.toThrow('GET /api/password-resets is in no access table.');
		await app.close();
	});
});

describe('another site', () => {
	const allowed = ({ headers }: { headers: Record<string, unknown> }) =>
		headers['access-control-allow-origin'];

	it('in the list can read the content with a key, and passes the preflight', async () => {
		const asks = { origin: SITE, 'access-control-request-method': 'GET' };
		const preflight = await site.anyone('OPTIONS', '/courses', undefined, asks);
		expect(preflight.status).toBe(204);
		expect(preflight.headers).toMatchObject({
			'access-control-allow-origin': SITE,
			'access-control-allow-methods': 'GET, HEAD',
			'access-control-allow-headers': 'Authorization, Content-Type, If-None-Match',
			vary: 'Origin',
		});
		const answer = await site.anyone('GET', '/courses', undefined, { ...key, origin: SITE });
		expect(answer.status).toBe(200);
		expect(allowed(answer)).toBe(SITE);
		for (const { headers } of [preflight, answer])
			expect(headers).not.toHaveProperty('access-control-allow-credentials');
	});

	it('not in the list is refused, also with a similar name', async () => {
		for (const origin of [
			...['https://evil.example', 'null', `${SITE}.evil.example`, 'http://learn.example.org'],
			...['https://LEARN.example.org:443', 'https://x.learn.example.org', ''],
		]) {
			const asks = { origin, 'access-control-request-method': 'GET' };
			const preflight = await site.anyone('OPTIONS', '/courses', undefined, asks);
			const answer = await site.anyone('GET', '/courses', undefined, { ...key, origin });
			expect([allowed(preflight), allowed(answer)], origin).toEqual([undefined, undefined]);
		}
	});

	it('cannot read other addresses or change anything', async () => {
		const finance = (await site.asKey('finance')).headers;
		for (const path of ['/transactions', '/statistics', '/account', '/openapi.json'])
			expect(
				allowed(await site.anyone('GET', path, undefined, { ...finance, origin: SITE })),
			).toBeUndefined();
		const asks = { origin: SITE, 'access-control-request-method': 'POST' };
		expect(allowed(await site.anyone('OPTIONS', '/courses', undefined, asks))).toBeUndefined();
		const course = { name: 'A', order_num: 1, category_id: 'cat_artisan' };
		const editor = (await site.asKey('editor')).headers;
		const answer = await site.anyone('POST', '/courses', course, { ...editor, origin: SITE });
		expect(answer.status).toBe(403);
	});
});
