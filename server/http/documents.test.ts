import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromJSONSchema } from 'zod';
import { slugsInCourse } from '#shared/contract/resources.ts';
import { access } from '../access.ts';
import { makeTestApp, type TestApp } from '../testing/app.ts';
import {
	buildItemAddress,
	buildListPath,
	createContent,
	type Family,
	kinds,
} from '../testing/content.ts';
import { findAccess } from './access.ts';
import type { Api } from './api.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Json = any;

/** Builds the app and resolves to it with every route that was added on the way. */
const withRoutes = async () => {
	const routes: RouteOptions[] = [];
	const listen = (message: unknown) => {
		(message as { fastify: Api }).fastify.addHook('onRoute', (route) => {
			routes.push(route);
		});
	};
	subscribe('fastify.initialization', listen);
	const site = await makeTestApp('sqlite').finally(() =>
		unsubscribe('fastify.initialization', listen),
	);
	return { site, routes };
};

describe('the description of the API', () => {
	let site: TestApp;
	let routes: RouteOptions[];
	let document: Json;
	let operations: { name: string; path: string; method: string; operation: Json }[];
	beforeAll(async () => {
		({ site, routes } = await withRoutes());
		document = (await site.call('GET', '/openapi.json')).body;
		operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
			Object.entries<Json>(methods).map(([method, operation]) => ({
				name: `${method} ${path}`,
				path,
				method,
				operation,
			})),
		);
	});
	afterAll(() => site.close());

	/** Replaces the references of a schema by their targets. */
	const resolved = (part: Json): Json => {
		if (Array.isArray(part)) return part.map(resolved);
		if (part === null || typeof part !== 'object') return part;
		if (typeof part.$ref === 'string') {
			const target = document.components.schemas[part.$ref.replace('#/components/schemas/', '')];
			expect(target, part.$ref).toBeDefined();
			return resolved(target);
		}
		return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, resolved(value)]));
	};
	const answerSchema = (path: string, method: string, status: string) => {
		const answers = document.paths[path][method].responses;
		return fromJSONSchema(resolved(answers[status].content['application/json'].schema));
	};

	it('is an OpenAPI 3.1 document with the title and version', () => {
		expect(document.openapi).toMatch(/^3\.1\.\d$/);
		expect(document.info).toMatchObject({ title: 'Ufundi API', version: '0.0.0' });
	});

	it('contains every call of the API once, and no other', () => {
		const template = (url: string) => url.replace(/:(\w+)/g, '{$1}');
		const isDescribed = ({ url, method }: RouteOptions) =>
			url.startsWith('/api/') && method !== 'HEAD' && !/^\/api\/(docs|openapi|auth)\b/.test(url);
		const hidden = routes.filter((route) => isDescribed(route) && route.schema?.hide);
		expect(hidden.map(({ url }) => url)).toEqual([]);
		const expected = routes
			.filter(isDescribed)
			.map(({ method, url }) => `${String(method).toLowerCase()} ${template(url)}`);
		const described = operations
			.map(({ name }) => name)
			.filter((name) => / \/api\/(?!auth)/.test(name));
		expect(described.sort()).toEqual(expected.sort());
		const shapes = described.map((name) => name.replace(/\{\w+\}/g, '{}'));
		expect(new Set(shapes).size).toBe(shapes.length);
		const ids = operations.flatMap(({ operation }) => operation.operationId ?? []);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids).toEqual(
			expect.arrayContaining(['createCourse', 'updateExamSet', 'searchPastPapers']),
		);
	});

	it('describes the input and output of every call', () => {
		for (const { name, path, method, operation } of operations) {
			expect(operation.operationId, name).toMatch(/^[a-z]+([A-Z0-9][a-z0-9]*)+$/);
			expect(operation.summary, name).toMatch(/^[A-Z][a-z]+s\b/);
			expect(operation.description, name).toMatch(
				/Needs (the permission|the token|a session|no auth)/,
			);
			const expectedParams = [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param);
			const pathParams = (operation.parameters ?? []).filter((each: Json) => each.in === 'path');
			expect(pathParams.map((each: Json) => each.name).sort(), name).toEqual(expectedParams.sort());
			for (const each of operation.parameters ?? []) {
				const parameter = `${name} ${each.name}`;
				expect(each.schema, parameter).toBeTypeOf('object');
				const isNeeded = /\/(search q|deletion-impact kind)$/.test(parameter);
				expect(each.required, name).toBe(each.in === 'path' || isNeeded);
			}
			const statuses = Object.keys(operation.responses);
			const isGood = statuses.some((status) => status.startsWith('2'));
			expect(isGood, name).toBe(true);
			for (const answer of Object.values<Json>(operation.responses))
				expect(answer.description).toBeTypeOf('string');
			if (method === 'get') expect(operation.requestBody, name).toBeUndefined();
		}
	});

	it('describes the items in the input and output of calls on content', () => {
		for (const { resource } of kinds) {
			const path = `/api${resource.path.replace(/:(\w+)/g, '{$1}')}`;
			for (const [at, method] of [
				[path, 'post'],
				[`${path}/{${resource.param}}`, 'put'],
			] as const) {
				const { requestBody, responses } = document.paths[at][method];
				expect(requestBody.required).toBe(true);
				expect(requestBody.content).toHaveProperty('application/json');
				const good = method === 'post' ? '201' : '200';
				expect(Object.keys(responses)).toEqual([good, '4XX', '5XX']);
			}
		}
	});

	it('has no dangling references and no unused components', () => {
		expect(() => resolved(document)).not.toThrow();
		const text = JSON.stringify(document);
		for (const name of Object.keys(document.components.schemas))
			expect(text).toContain(`"#/components/schemas/${name}"`);
	});

	it('describes the authentication and the headers', () => {
		expect(Object.keys(document.components.securitySchemes)).toEqual(['key', 'session']);
		expect(document.security).toEqual([{ key: [] }, { session: [] }]);
		const headersOf = (path: string, method: string) =>
			(document.paths[path][method].parameters ?? [])
				.filter((each: Json) => each.in === 'header')
				.map((each: Json) => each.name);
		expect(headersOf('/api/courses', 'post')).toEqual(['Idempotency-Key']);
		expect(headersOf('/api/payments', 'post')).toEqual(['Idempotency-Key']);
		expect(headersOf('/api/intakes/{intakeId}', 'delete')).toEqual([]);
		for (const method of ['put', 'delete'])
			expect(headersOf('/api/courses/{courseId}', method)).toEqual(['If-Match']);
		expect(headersOf('/api/people/{personId}', 'put')).toEqual(['If-Match']);
		expect(document.paths['/api/auth/sign-in/email'].post.security).toEqual([]);
		// Creates without a caller are unique on their own and need no key.
		for (const { name, path, method, operation } of operations)
			if (!operation.security && ['201', '202'].some((status) => status in operation.responses))
				expect(headersOf(path, method), name).toContain('Idempotency-Key');
	});

	it('has a valid example for every input and output', () => {
		for (const { name, operation } of operations) {
			const answers = Object.entries<Json>(operation.responses)
				.filter(([status]) => status.startsWith('2'))
				.map(([, answer]) => answer);
			for (const { content } of [operation.requestBody ?? {}, ...answers]) {
				const json = content?.['application/json'];
				if (!json?.schema) continue;
				expect(json, name).toHaveProperty('example');
				const { error } = fromJSONSchema(resolved(json.schema)).safeParse(json.example);
				expect(error, name).toBeUndefined();
			}
		}
	});

	it('allows body fields that the server ignores', () => {
		for (const { operation } of operations) {
			const body = operation.requestBody?.content['application/json'];
			if (body) expect(resolved(body.schema).additionalProperties).not.toBe(false);
		}
	});

	it('matches the actual answers of the API', async () => {
		const { call } = site;
		const family: Family = await createContent(site).family();
		for (const { resource, full } of kinds) {
			const path = `/api${resource.path.replace(/:(\w+)/g, '{$1}')}`;
			const one = `${path}/{${resource.param}}`;
			const list = buildListPath(resource, family);
			const item = buildItemAddress(resource, family);
			const real = [
				[path, 'get', '200', await call('GET', list)],
				[path, 'post', '201', await call('POST', list, full)],
				[path, 'post', '4XX', await call('POST', list, {})],
				[`${path}/next-order`, 'get', '200', await call('GET', `${list}/next-order`)],
				[one, 'get', '200', await call('GET', item)],
				[one, 'get', '4XX', await call('GET', `${list}/none`)],
				[one, 'put', '200', await call('PUT', item, full)],
				[one, 'put', '4XX', await call('PUT', item, full, { 'if-match': '"0"' })],
				[`${one}/deletion-impact`, 'get', '200', await call('GET', `${item}/deletion-impact`)],
			] as const;
			for (const [at, method, status, answer] of real) {
				if (status !== '4XX') expect(String(answer.status)).toBe(status);
				const { error } = answerSchema(at, method, status).safeParse(answer.body);
				expect(error, `${method} ${at} ${status}`).toBeUndefined();
			}
		}
		for (const list of slugsInCourse) {
			const answer = await call('GET', `/${list}?limit=3`);
			expect(answer.body.data.data.length).toBeGreaterThan(0);
			const whole = answerSchema(`/api/${list}`, 'get', '200').safeParse(answer.body);
			expect(whole.error, list).toBeUndefined();
			const [{ id }] = answer.body.data.data;
			const alone = await call('GET', `/${list}/${id}`);
			expect(
				answerSchema(`/api/${list}/{id}`, 'get', '200').safeParse(alone.body).error,
			).toBeUndefined();
			const wrong = await call('GET', `/${list}?limit=0`);
			expect(
				answerSchema(`/api/${list}`, 'get', '4XX').safeParse(wrong.body).error,
			).toBeUndefined();
		}
	});

	it('has an access for every route', () => {
		expect(routes.length).toBeGreaterThan(50);
		const permissionOf = (method: string, url: string) =>
			findAccess(access, url, method)?.permission;
		for (const { method, url, config } of routes)
			for (const one of [method].flat())
				expect(config?.pluginNeeds ?? permissionOf(one, url), `${one} ${url}`).toBeTypeOf('string');
		for (const { resource } of kinds) {
			expect(permissionOf('GET', `/api${resource.path}`)).toBe('content:read');
			expect(permissionOf('POST', `/api${resource.path}`)).toBe('content:write');
			for (const method of ['PUT', 'DELETE'])
				expect(permissionOf(method, `/api${resource.path}/:${resource.param}`)).toBe(
					'content:write',
				);
		}
	});
});
