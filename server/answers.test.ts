import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { content } from '#shared/contract/content/content.ts';
import { buildItemPath, fillPath } from '#shared/contract/content/resource.ts';
import { transaction, transactionsPage } from '#shared/contract/finance/transactions.ts';
import { z } from '#shared/zod.ts';
import { SOME_ENGINES } from '../tests/faults/length.ts';
import { paymentAt } from './finance/payments/fixtures/payments.ts';
import { storePayments } from './finance/payments/store.ts';
import { access } from './parts.ts';
import { contentsOf } from './platform/db/fixtures/rich.ts';
import { findAccess } from './platform/http/access.ts';
import { makeTestAppWith, onEveryEngine, onSomeEngines, type TestApp } from './testing/app.ts';
import { createContent } from './testing/content.ts';
import { makeGroupFolder } from './testing/folder.ts';

/** Headers of every answer (ASVS 3.4). */
const ALWAYS = {
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'no-referrer',
	'cross-origin-resource-policy': 'same-origin',
	'strict-transport-security': 'max-age=63072000; includeSubDomains',
	'cross-origin-opener-policy': 'same-origin',
	'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
	'x-frame-options': 'DENY',
};

describe.each(SOME_ENGINES)('every answer of a site with https (%s)', (engine) => {
	let site: TestApp;
	const dist = makeGroupFolder();
	beforeAll(async () => {
		await mkdir(join(dist, 'assets'));
		await writeFile(join(dist, 'index.html'), '<html><title>__PRODUCT_NAME__</title>');
		await writeFile(join(dist, 'assets/index-0a1b2c3d.js'), 'export {};');
		site = await makeTestAppWith(engine, {
			webDist: dist,
			config: { publicUrls: ['https://console.example.org'] },
		});
	});
	afterAll(() => site.close());

	const json = { 'content-type': 'application/json' };
	const requests: [number, string, InjectOptions][] = [
		[200, 'a list', { url: '/api/courses' }],
		[200, 'the page', { url: '/admin/courses' }],
		[302, 'a redirect', { url: '/' }],
		[200, 'an asset', { url: '/assets/index-0a1b2c3d.js' }],
		[400, 'a broken body', { method: 'POST', url: '/api/courses', headers: json, payload: '{' }],
		[401, 'no session', { url: '/api/courses', headers: { cookie: '' } }],
		[403, 'a foreign form', { method: 'POST', url: '/api/courses', headers: { origin: 'null' } }],
		[404, 'an unknown API address', { url: '/api/nothing' }],
		[404, 'an unknown page', { url: '/nothing.php' }],
		[405, 'another method', { method: 'PUT', url: '/api/courses' }],
		[
			413,
			'a large body',
			{ method: 'POST', url: '/api/courses', headers: json, payload: 'x'.repeat(300_000) },
		],
		[
			415,
			'another type',
			{
				method: 'POST',
				url: '/api/courses',
				headers: { 'content-type': 'text/plain' },
				payload: 'x',
			},
		],
		[422, 'a wrong field', { method: 'POST', url: '/api/courses', payload: { name: 1 } }],
	];

	it.each(requests)('sets the security headers: %i, %s', async (status, _what, request) => {
		const { headers, statusCode } = await site.inject(request);
		expect(statusCode).toBe(status);
		expect(headers).toMatchObject(ALWAYS);
		for (const name of ['server', 'x-powered-by', 'access-control-allow-origin'])
			expect(headers).not.toHaveProperty(name);
		const caching = String(headers['cache-control']);
		const { url } = request;
		if (url?.toString().startsWith('/api')) expect(caching).toBe('no-store');
		if (url?.toString().startsWith('/admin')) expect(caching).toBe('no-cache');
		if (url?.toString().startsWith('/assets')) expect(caching).toContain('immutable');
		expect(headers['content-security-policy']).toMatch(/^(?!.*unsafe).*frame-ancestors 'none'/);
	});

	it('sets them on an internal error, without the cause', async () => {
		await site.database.write((trx) => trx.schema.dropTable('api_keys').execute());
		const answer = await site.inject({ url: '/api/keys' });
		expect(answer.statusCode).toBe(500);
		expect(answer.headers).toMatchObject(ALWAYS);
		expect(Object.keys(answer.json()).sort()).toEqual(['code', 'error', 'requestId', 'success']);
	});
});

onSomeEngines('the read requests of a person', (site) => {
	it('change no content', async () => {
		const family = await createContent(site()).family();
		const rows = async () => {
			const all = await contentsOf(site().database.read);
			// A read updates the session, and an export adds an audit row.
			return Object.entries(all).filter(([table]) => !/^(sessions|people|audit_)/.test(table));
		};
		const trail = () =>
			site()
				.database.read.selectFrom('audit_log')
				.select('action')
				.where('action', '!=', 'export')
				.execute();
		const before = await rows();
		const rowsBefore = await trail();
		expect(before.length).toBeGreaterThan(12);
		for (const url of Object.keys(access)) {
			if (!findAccess(access, url, 'GET')) continue;
			const address = url.replace(/:(\w+)/g, (_, name: string) => family[name] ?? 'nothing');
			const plain = address.replace('*', 'courses');
			for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
				await site().inject({ method, url: plain });
			await site().inject({ method: 'GET', url: `${plain}?search=a&page=1&limit=5` });
		}
		expect(await rows()).toEqual(before);
		expect(await trail()).toEqual(rowsBefore);
	});
});

onEveryEngine('an answer with hand-written fields', (site) => {
	it('matches its schema exactly', async () => {
		const family = await createContent(site()).family();
		const payment = paymentAt(Date.now(), () => 3);
		await site().database.write((trx) =>
			storePayments(trx, [[payment, Date.now()]], 'confirmation'),
		);
		const dataOf = async (url: string) => (await site().inject({ url })).json().data;
		const items: [z.core.$ZodShape, unknown][] = [];
		for (const resource of Object.values(content)) {
			const url = `/api${fillPath(buildItemPath(resource), family)}`;
			const [first] = await dataOf(url.replace(/\/[^/]+$/, ''));
			items.push([resource.item.shape, await dataOf(url)], [resource.item.shape, first]);
		}
		const page = await dataOf('/api/transactions');
		items.push([transaction.shape, page.data[0]], [transactionsPage.shape, page]);
		for (const [shape, item] of items) {
			expect(z.strictObject(shape).safeParse(item).error).toBeUndefined();
			expect(Object.keys(item as object).sort()).toEqual(
				Object.keys(shape)
					.filter((key) => key !== 'more')
					.sort(),
			);
		}
	});
});
