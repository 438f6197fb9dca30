import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromJSONSchema } from 'zod';
import { slugsInCourse } from '#shared/contract/content/resources.ts';
import { access } from '../../parts.ts';
import { makeTestApp, type TestApp } from '../../testing/app.ts';
import {
	buildItemAddress,
	buildListPath,
	createContent,
	type Family,
	kinds,
} from '../../testing/content.ts';
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

const isDescribed = ({ description, anyOf, oneOf, allOf }: Json): boolean =>
	typeof description === 'string' || [anyOf, oneOf, allOf].some((some) => some?.some(isDescribed));

/** Lists all objects of a part of the document, each with the name of the part that holds it; no examples. */
const listParts = (part: Json, place: string): { part: Json; place: string }[] => {
	if (part === null || typeof part !== 'object') return [];
	const inner = Object.entries(part).filter(([name]) => !/^examples?$/.test(name));
	return [
		...(Array.isArray(part) ? [] : [{ part, place }]),
		...inner.flatMap(([name, value]) =>
			listParts(value, /^(\d+|items|properties|anyOf)$/.test(name) ? place : name),
		),
	];
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
			const [group, name] = part.$ref.replace('#/components/', '').split('/');
			const target = document.components[group][name];
			expect(target, part.$ref).toBeDefined();
			return resolved(target);
		}
		return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, resolved(value)]));
	};
	const answerSchema = (path: string, method: string, status: string) => {
		const answer = document.paths[path][method].responses[status];
		const { content } = answer.$ref ? resolved(answer) : answer;
		return fromJSONSchema(resolved(content['application/json'].schema));
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
				expect(resolved(answer).description).toBeTypeOf('string');
			if (method === 'get') expect(operation.requestBody, name).toBeUndefined();
		}
	});

	it('names the address of what a call creates', () => {
		for (const { name, operation } of operations)
			if ('201' in operation.responses)
				expect(operation.responses[201].headers, name).toHaveProperty('Location');
	});

	it('describes every field and every parameter', () => {
		const fields = operations.flatMap(({ name, operation }) => listParts(operation, name));
		const all = [...listParts(document.components.schemas, ''), ...fields];
		const named = all.flatMap(({ part, place }) =>
			Object.entries<Json>(part.properties ?? {}).map(([field, schema]) => ({
				place: `${place}.${field}`,
				schema,
			})),
		);
		expect(named.length).toBeGreaterThan(1_000);
		expect(named.filter(({ schema }) => !isDescribed(schema)).map(({ place }) => place)).toEqual(
			[],
		);
		const parameters = operations.flatMap(({ name, operation }) =>
			(operation.parameters ?? []).map((each: Json) => ({ ...each, call: name })),
		);
		expect(parameters.filter((each) => !isDescribed(each) && !isDescribed(each.schema))).toEqual(
			[],
		);
	});

	it('names the failures of every call by status, with their codes', () => {
		const codesOf = (path: string, method: string, status: number) =>
			resolved(document.paths[path][method].responses[status]).content['application/json'].schema
				.allOf[1].properties.code.enum;
		expect(codesOf('/api/courses', 'post', 409)).toEqual([
			'other_person',
			'conflict',
			'idempotency_conflict',
			'external_id_taken',
		]);
		expect(codesOf('/api/keys', 'post', 403)).toContain('reauth_required');
		expect(codesOf('/api/periods/{month}/close', 'post', 409)).toContain('not_ready');
		expect(document.paths['/api/site'].get.responses).not.toHaveProperty('401');
		const list = document.paths['/api/courses'].get.responses;
		expect(list[304].headers).toHaveProperty('ETag');
		expect(resolved(list[429]).headers).toHaveProperty('Retry-After');
		expect(resolved(list[401]).headers).toHaveProperty('WWW-Authenticate');
		const file = document.paths['/files/{name}'].get.responses;
		expect(Object.keys(file)).toEqual(expect.arrayContaining(['200', '206', '304', '416']));
	});

	it.each(kinds)(
		'describes the items in the input and output of calls on $resource.key',
		({ resource }) => {
			const path = `/api${resource.path.replace(/:(\w+)/g, '{$1}')}`;
			const common = [
				'400',
				'401',
				'403',
				'408',
				'409',
				'413',
				'415',
				'422',
				'429',
				'500',
				'503',
				'507',
			];
			const describes = (at: string, method: string, own: string[], headers: string[]) => {
				const { requestBody, responses } = document.paths[at][method];
				expect(requestBody.required).toBe(true);
				expect(requestBody.content).toHaveProperty('application/json');
				const notFound = at.includes('{') ? ['404'] : [];
				expect(Object.keys(responses).sort()).toEqual([...common, ...notFound, ...own].sort());
				expect(Object.keys(responses[own[0] ?? ''].headers)).toEqual(headers);
			};
			describes(path, 'post', ['201'], ['ETag', 'Location', 'X-Request-Id']);
			describes(`${path}/{${resource.param}}`, 'put', ['200', '412'], ['ETag', 'X-Request-Id']);
		},
	);

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
				[path, 'post', '422', await call('POST', list, {})],
				[`${path}/next-order`, 'get', '200', await call('GET', `${list}/next-order`)],
				[one, 'get', '200', await call('GET', item)],
				[one, 'get', '404', await call('GET', `${list}/none`)],
				[one, 'put', '200', await call('PUT', item, full)],
				[one, 'put', '412', await call('PUT', item, full, { 'if-match': '"0"' })],
				[`${one}/deletion-impact`, 'get', '200', await call('GET', `${item}/deletion-impact`)],
			] as const;
			for (const [at, method, status, answer] of real) {
				expect(String(answer.status)).toBe(status);
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
				answerSchema(`/api/${list}`, 'get', '422').safeParse(wrong.body).error,
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
