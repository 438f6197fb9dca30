import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestAppWith, type TestApp } from '../../testing/app.ts';
import { makeGroupFolder } from '../../testing/folder.ts';

const SCRIPT = '\n\tdocument.title = "early";\n';
describe('the page of the console', () => {
	const dist = makeGroupFolder();
	let site: TestApp;
	beforeAll(async () => {
		const html = `<head><script nonce="__CSP_NONCE__">${SCRIPT}</script></head><body></body>`;
		await writeFile(join(dist, 'index.html'), html);
		await writeFile(join(dist, 'manifest.webmanifest'), '{ "name": "__PRODUCT_NAME__" }');
		await mkdir(join(dist, '.vite'));
		await writeFile(join(dist, '.vite', 'manifest.json'), '{}');
		await mkdir(join(dist, 'assets'));
		for (const name of ['a-1.js', 'b-2.js']) await writeFile(join(dist, 'assets', name), '');
		site = await makeTestAppWith('sqlite', { webDist: dist });
	});
	afterAll(() => site.close());

	it('allows its own script, and no other', async () => {
		const { headers } = await site.inject({ url: '/admin' });
		const hash = createHash('sha256').update(SCRIPT).digest('base64');
		expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
		expect(headers['content-security-policy']).toMatch(/^default-src 'none';/);
	});

	it('is the 404 page for browsers only', async () => {
		const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
		const lost = await site.inject({ url: '/nope?x=1', headers: { accept } });
		expect(lost.statusCode).toBe(404);
		expect(lost.headers['content-type']).toBe('text/html; charset=utf-8');
		expect(lost.headers['content-security-policy']).toContain('script-src');
		for (const request of [
			{ url: '/nope' },
			...['/api/nope', '/files/nope', '/assets/nope.js'].map((url) => ({
				url,
				headers: { accept },
			})),
			{ url: '/nope', method: 'POST' as const, headers: { accept } },
		]) {
			const { statusCode, headers } = await site.inject(request);
			expect(statusCode).toBeGreaterThanOrEqual(401);
			expect(headers['content-type']).toBe('application/json; charset=utf-8');
		}
	});

	it('has a public manifest with the name of the product', async () => {
		const { statusCode, headers, body } = await site.inject({ url: '/manifest.webmanifest' });
		expect(statusCode).toBe(200);
		expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8');
		expect(JSON.parse(body)).toEqual({ name: 'Ufundi' });
	});

	it('counts its files as one route in the metrics', async () => {
		for (const name of ['a-1.js', 'b-2.js']) await site.inject({ url: `/assets/${name}` });
		const counted = await site.app.metrics.metrics();
		expect(counted).toContain('route="/assets/*",status="2xx"} 2\n');
		expect(counted).not.toContain('a-1');
	});

	it('does not serve the manifest of the build', async () => {
		expect((await site.inject({ url: '/.vite/manifest.json' })).statusCode).toBe(404);
	});
});
