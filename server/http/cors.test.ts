import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestAppWith, type TestApp } from '../test-app.ts';

const SITE = 'https://learn.example.org';

describe('another site', () => {
	let site: TestApp;
	let key: Record<string, string>;
	beforeAll(async () => {
		site = await makeTestAppWith('sqlite', { config: { corsOrigins: [SITE] } });
		key = (await site.asKey('viewer')).headers;
	});
	afterAll(() => site.close());

	const allowed = ({ headers }: { headers: Record<string, unknown> }) =>
		headers['access-control-allow-origin'];

	it('in the list can read the content with a key, and passes the preflight', async () => {
		const asks = { origin: SITE, 'access-control-request-method': 'GET' };
		const preflight = await site.anyone('OPTIONS', '/courses', undefined, asks);
		expect(preflight.status).toBe(204);
		expect(preflight.headers).toMatchObject({
			'access-control-allow-origin': SITE,
			'access-control-allow-methods': 'GET, HEAD',
			'access-control-allow-headers': 'Authorization, Content-Type',
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
