import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestApp, type TestApp } from '../../testing/app.ts';
import { kinds } from '../../testing/content.ts';
import { makeExampleId } from './examples.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Json = any;

/** Calls with a password, a code or the token of a link, calls that end the session of this test, and streams. */
const OTHERS = /^\/api\/(auth|links|setup|hooks|account)\b|\/(sessions|events|export\.csv)$/;

let site: TestApp;
let document: Json;
const readDescription = async () => {
	site = await makeTestApp('sqlite');
	return (await site.call('GET', '/openapi.json')).body;
};
beforeAll(async () => {
	document = await readDescription();
});
afterAll(() => site.close());

// Schemas that are registered twice in one process would change the second description.
it('describes the API of two apps in one process identically', async () => {
	await site.close();
	expect(await readDescription()).toEqual(document);
});

it('passes the recommended rules of redocly lint', async () => {
	const problems = await lintFromString({
		source: JSON.stringify(document),
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

describe('the examples of the API', () => {
	/** The real ids of items that were made from the examples. */
	const ids = new Map<string, string>();
	const withIds = (text: string) =>
		[...ids].reduce((all, [example, id]) => all.replaceAll(example, id), text);
	const send = async (path: string, method: string) => {
		const { parameters = [], requestBody } = document.paths[path][method];
		const query = new URLSearchParams();
		let url = path.replace(/^\/api/, '');
		for (const { in: place, name, example } of parameters) {
			if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(example));
			if (place === 'query' && example !== undefined) query.set(name, example);
		}
		const json = requestBody?.content['application/json'];
		const body = json && JSON.parse(withIds(JSON.stringify(json.example)));
		return site.call(method.toUpperCase() as 'GET', withIds(`${url}?${query}`), body);
	};

	it('name items of different kinds by different ids, and the same item by the same id', () => {
		const nouns = ['course', 'subject', 'topic', 'examset', 'pastpaper', 'transaction', 'person'];
		expect(new Set(nouns.map((noun) => makeExampleId('id', noun))).size).toBe(nouns.length);
		const { example } =
			document.paths['/api/topics/{id}'].get.responses[200].content['application/json'];
		const { id, course_id, subject_id } = example.data;
		expect(new Set([id, course_id, subject_id]).size).toBe(3);
		const { parameters } = document.paths['/api/courses/{courseId}'].get;
		const inPath = parameters.find((each: Json) => each.in === 'path');
		expect(inPath.example).toBe(course_id);
	});

	it('create, change, order and copy items of each kind', async () => {
		for (const { resource } of kinds) {
			const path = `/api${resource.path.replace(/:(\w+)/g, '{$1}')}`;
			const one = `${path}/{${resource.param}}`;
			const made = await send(path, 'post');
			expect(made, path).toMatchObject({ status: 201 });
			expect(made.headers.location, path).toMatch(new RegExp(`^/api.*/${made.body.data.id}$`));
			const found = await site.call('GET', String(made.headers.location).replace('/api', ''));
			expect(found.body.data).toEqual(made.body.data);
			ids.set(makeExampleId('id', resource.slug), made.body.data.id);
			expect(await send(one, 'put'), one).toMatchObject({ status: 200 });
			expect(await send(`${one}/copy`, 'post'), one).toMatchObject({ status: 201 });
			if (resource.ordered)
				expect(await send(`${path}/order`, 'post'), one).toMatchObject({ status: 200 });
		}
	});

	it('are accepted by every call', async () => {
		const calls = Object.entries<Json>(document.paths)
			.filter(([path]) => path.startsWith('/api/') && !OTHERS.test(path))
			.flatMap(([path, methods]) =>
				Object.entries<Json>(methods).map(([method, { requestBody }]) => ({
					path,
					method,
					types: Object.keys(requestBody?.content ?? {}),
				})),
			)
			.filter(({ types }) => types.every((type) => type === 'application/json'));
		expect(calls.length).toBeGreaterThan(130);
		const assignment = document.paths['/api/transactions/{id}/assignments'].post.requestBody;
		const { account_reference } = assignment.content['application/json'].example;
		const refused: unknown[] = [];
		for (const { path, method } of calls) {
			// The example of a deletion ends the account of the other examples.
			await site.call('POST', '/accounts', { accounts: [account_reference] });
			const { status, body } = await send(path, method);
			if ([400, 415, 422].includes(status)) refused.push({ method, path, body });
		}
		expect(refused).toEqual([]);
	});
});
