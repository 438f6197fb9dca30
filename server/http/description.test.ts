import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestApp, type TestApp } from '../testing/app.ts';

const readDescription = async () => {
	const app = await makeTestApp('sqlite');
	const { status, body } = await app.call('GET', '/openapi.json');
	expect(status).toBe(200);
	await app.close();
	return body;
};

// Schemas that are registered twice in one process would change the second description.
it('describes the API of two apps in one process identically', async () => {
	expect(await readDescription()).toEqual(await readDescription());
});

it('passes the recommended rules of redocly lint', async () => {
	const problems = await lintFromString({
		source: JSON.stringify(await readDescription()),
		absoluteRef: 'openapi.json',
		config: await createConfig({ extends: ['recommended'] }),
	});
	const messages = problems.map(
		({ severity, ruleId, message, location }) =>
			`${severity} ${ruleId}: ${message} (${location[0]?.pointer})`,
	);
	expect(messages).toEqual([]);
});

describe('the page that describes the API', () => {
	let site: TestApp;
	beforeAll(async () => {
		site = await makeTestApp('sqlite');
	});
	afterAll(() => site.close());

	it('is served', async () => {
		const page = await site.inject({ url: '/api/docs/' });
		expect(page.statusCode).toBe(200);
		expect(page.headers['content-type']).toMatch(/^text\/html/);
		const policy = String(page.headers['content-security-policy']);
		expect(policy).toContain("default-src 'none'");
		expect(policy).toContain("frame-ancestors 'none'");
		expect(policy).not.toMatch(/https?:|unsafe|swagger\.io|sha256/);
		const settings = await site.inject({ url: '/api/docs/static/swagger-initializer.js' });
		expect(settings.body).toContain('"validatorUrl":null');
		expect(settings.body).toContain('"layout":"BaseLayout"');
		expect(settings.body).toMatch(/"requestInterceptor":.*X-Requested-With/s);
		expect(settings.headers['content-security-policy']).toBe(policy);
	});

	it('redirects a browser to the sign-in page, and answers a program with 401', async () => {
		const ask = (accept: string) => site.app.inject({ url: '/api/docs', headers: { accept } });
		const person = await ask('text/html,application/xhtml+xml,*/*;q=0.8');
		expect([person.statusCode, person.headers.location]).toEqual([302, '/sign-in?to=/api/docs']);
		expect((await ask('application/json')).statusCode).toBe(401);
	});
});
