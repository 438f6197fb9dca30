import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { content } from './content/part.ts';
import { finance } from './finance/part.ts';
import { learners } from './learners/part.ts';
import { papers } from './papers/part.ts';
import { access, listJobs } from './parts.ts';
import type { AccessTable } from './platform/http/access.ts';
import { platform } from './platform/part.ts';
import { makeTestAppWith, type TestApp } from './testing/app.ts';
import { createContent } from './testing/content.ts';

/** Lists the calls of a table, such as `GET /api/periods`. */
const listCalls = (table: AccessTable) =>
	Object.entries(table).flatMap(([url, methods]) =>
		Object.keys(methods).map((method) => ({ url, method: method as 'GET' })),
	);

it('names each call in one part only', () => {
	const tables = [platform, content, papers, finance, learners].map((part) => part.access);
	const calls = tables.flatMap(listCalls);
	expect(calls.length).toBe(listCalls(access).length);
});

describe.each([
	{ name: 'payments', off: { finance: false }, gone: finance.access, job: undefined },
	{ name: 'papers', off: { papers: false }, gone: papers.access, job: 'Read files' },
])('without $name', ({ off, gone, job }) => {
	let site: TestApp;
	beforeAll(async () => {
		site = await makeTestAppWith('sqlite', { config: off });
	});
	afterAll(() => site.close());

	it.each(listCalls(gone))('answers 404: $method $url', async ({ url, method }) => {
		const answer = await site.inject({ method, url: url.replace(/:\w+/g, 'one') });
		expect(answer.statusCode).toBe(404);
	});

	it('describes none of its calls', async () => {
		const { body } = await site.call('GET', '/openapi.json');
		const described = Object.keys(body.paths).map((path) => path.replace(/\{(\w+)\}/g, ':$1'));
		expect(described.filter((url) => Object.hasOwn(gone, url))).toEqual([]);
		expect(described).toContain('/api/courses');
	});

	it('keeps content, its search, bulk actions and the status', async () => {
		const { courseId, topicId } = await createContent(site).family();
		const overview = await site.call('GET', `/courses/${courseId}/overview`);
		expect(overview.status).toBe(200);
		expect(overview.body.data.coverage === null).toBe('papers' in off);
		expect((await site.call('GET', '/search?q=0712345678')).status).toBe(200);
		const bulk = { kind: 'topics', action: 'publish', ids: [topicId] };
		expect((await site.call('POST', '/bulk', bulk)).status).toBe(200);
		const names = (await site.call('GET', '/system')).body.data.checks.map(
			({ name }: { name: string }) => name,
		);
		expect(names.includes('Messages from M-Pesa')).toBe(!('finance' in off));
	});

	it('runs none of its jobs', () => {
		const config = {
			finance: true,
			papers: true,
			learners: true,
			trashDays: 30,
			ocr: true,
			...off,
		};
		const names = listJobs(config, site).map(({ name }) => name);
		expect(names).toContain('Empty the trash');
		expect(names.filter((name) => name === job)).toEqual([]);
	});
});

describe('permissions without payments', () => {
	it('are none of payments for any role, and learners still read what is free', async () => {
		const site = await makeTestAppWith('sqlite', { config: { finance: false } });
		for (const role of ['admin', 'finance'] as const) {
			const { call } = await site.as(role);
			const { permissions, parts } = (await call('GET', '/account')).body.data;
			expect(permissions.filter((one: string) => /^(payments|accounts):/.test(one))).toEqual([]);
			expect(permissions).toContain('content:read');
			expect(parts).toEqual(['papers', 'learners']);
		}
		expect((await site.anyone('GET', '/v1/catalogue')).body.data).toMatchObject({ paybill: null });
		expect((await site.anyone('POST', '/v1/devices', {})).status).toBe(404);
		await site.close();
	});
});
