import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorCodes, failureBody } from '#shared/contract/platform/errors.ts';
import { z } from '#shared/zod.ts';
import { access } from '../../parts.ts';
import { onEveryEngine, onSomeEngines } from '../../testing/app.ts';
import { createContent, refused } from '../../testing/content.ts';

const course = { name: 'Plumbing', order_num: 1, category_id: 'cat_artisan' };
const json = JSON.stringify(course);

onSomeEngines('a request', (site) => {
	let one: string;
	beforeAll(async () => {
		one = `/courses/${(await createContent(site()).course()).id}`;
	});
	const send = (payload: string | Buffer, headers: Record<string, string> = {}) =>
		site().inject({
			method: 'POST',
			url: '/api/courses',
			payload,
			headers: { 'content-type': 'application/json', ...headers },
		});

	describe('that is no JSON object', () => {
		it.each([
			['', 'The request body must be a JSON object.'],
			['null', 'The request body must be a JSON object.'],
			['[]', 'The request body must be a JSON object.'],
			['"text"', 'The request body must be a JSON object.'],
			['7', 'The request body must be a JSON object.'],
			['true', 'The request body must be a JSON object.'],
			[' ', 'The request body is not valid JSON.'],
			['{', 'The request body is not valid JSON.'],
			['{"name":"x",}', 'The request body is not valid JSON.'],
			["{'name':'x'}", 'The request body is not valid JSON.'],
			['{"name":"x"} {}', 'The request body is not valid JSON.'],
			['{"name":NaN}', 'The request body is not valid JSON.'],
			['{"name":"a\u0000b"}', 'The request body is not valid JSON.'],
			['name=x', 'The request body is not valid JSON.'],
			['{"a":'.repeat(40_000), 'The request body is not valid JSON.'],
			[`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'The request body must be a JSON object.'],
			[`{"__proto__":{"is_admin":true},${json.slice(1)}`, 'The request body is not valid JSON.'],
			[
				`{"constructor":{"prototype":{"x":1}},${json.slice(1)}`,
				'The request body is not valid JSON.',
			],
			[
				`{"deep":{"__proto__":{"is_admin":true}},${json.slice(1)}`,
				'The request body is not valid JSON.',
			],
		])('is a bad one, on create and on change: %.40j', async (body, error) => {
			const json = { 'content-type': 'application/json' };
			for (const answer of [
				await site().call('POST', '/courses', body, json),
				await site().call('PUT', one, body, json),
			])
				expect(answer).toMatchObject({
					status: 400,
					body: { success: false, error, code: 'bad_request' },
				});
			expect(({} as Record<string, unknown>).is_admin).toBeUndefined();
		});

		it('is answered with 400 without a body', async () => {
			for (const method of ['POST', 'PUT'] as const) {
				const answer = await site().inject({
					method,
					url: `/api${method === 'POST' ? '/courses' : one}`,
				});
				expect(answer.statusCode).toBe(400);
				expect(answer.json()).toMatchObject({ success: false, code: 'bad_request' });
			}
		});
	});

	it('can start with a byte order mark, repeat a field and escape letters', async () => {
		expect((await send(`\ufeff${json}`)).statusCode).toBe(201);
		const twice = await send(`{"name":"First",${json.slice(1)}`);
		expect(twice.json().data.name).toBe('Plumbing');
		const escaped = await send(json.replace('Plumbing', '\\u0050lumbing'));
		expect(escaped.json().data.name).toBe('Plumbing');
	});

	it.each([
		['application/json', 201],
		['application/json; charset=utf-8', 201],
		['APPLICATION/JSON', 201],
		['text/plain', 415],
		['application/jsonx', 415],
		['application/json\ta', 415],
		['application/x-www-form-urlencoded', 415],
		['application/xml', 415],
		['application/vnd.api+json', 415],
		['text/html; application/json', 415],
		['*/*', 415],
		[';', 415],
	])('of the type %j is answered with %i', async (type, status) => {
		const answer = await send(json, { 'content-type': type });
		expect(answer.statusCode).toBe(status);
		expect(answer.json().success).toBe(status === 201);
	});

	it('is refused above 256 KiB, with any encoding', async () => {
		const large = JSON.stringify({ ...course, description: 'x'.repeat(256 * 1024) });
		for (const answer of [
			await send(large),
			await send(gzipSync(large), { 'content-encoding': 'gzip' }),
			await send(gzipSync(`${json}${' '.repeat(20_000_000)}`), { 'content-encoding': 'gzip' }),
		]) {
			expect(answer.statusCode).toBe(413);
			expect(answer.json()).toEqual({
				success: false,
				error: 'The request is too large.',
				code: 'too_large',
			});
		}
		const under = JSON.stringify({ ...course, id: 'x'.repeat(250_000) });
		expect((await send(under)).statusCode).toBe(201);
	});

	it('with another method gets the allowed ones', async () => {
		for (const [method, address, allow] of [
			['PATCH', one, 'GET, HEAD, PUT, DELETE'],
			['POST', one, 'GET, HEAD, PUT, DELETE'],
			['PUT', '/courses', 'GET, HEAD, POST'],
			['DELETE', '/courses', 'GET, HEAD, POST'],
			['OPTIONS', '/courses', 'GET, HEAD, POST'],
			['POST', '/courses/', 'GET, HEAD, PUT, DELETE'],
			['POST', '/subjects', 'GET, HEAD'],
			['DELETE', `${one}/deletion-impact`, 'GET, HEAD'],
			['PUT', '/topics/1', 'GET, HEAD'],
		] as const) {
			const answer = await site().call(method, address, {});
			expect(answer, `${method} ${address}`).toMatchObject({
				status: 405,
				body: { success: false, code: 'method_not_allowed' },
				headers: { allow },
			});
		}
	});

	it('to an unknown address is answered with 404, whatever its body', async () => {
		for (const address of ['/nothing', '', '/', '/courses2', '/openapi', '/transactions/1/2/3'])
			for (const [type, body] of [
				['application/json', '{}'],
				['text/plain', 'x'],
			] as const) {
				const answer = await site().call('POST', address, body, { 'content-type': type });
				expect(answer, address).toMatchObject({
					status: 404,
					body: {
						success: false,
						error: 'Nothing exists at this address.',
						code: 'not_found',
					},
				});
			}
	});

	it('gets one message for each field, the first also as the sentence', async () => {
		const { body } = await site().call('POST', '/courses', { name: `\u0000${'x'.repeat(300)}` });
		expect(body.fields.name).toBe('Course name must be at most 200 characters');
		expect(body.error).toBe(body.fields.name);
		expect(z.catchall(failureBody, z.never()).parse(body)).toEqual(body);
	});
});

onEveryEngine('a request', (site) => {
	it('that fails internally gets no cause, but the id in the log', async () => {
		const { inject, database, dataDir } = site();
		const rename = (from: string, to: string) =>
			database.write((trx) => trx.schema.alterTable(from).renameTo(to).execute());
		await rename('courses', 'courses_away');
		const answer = await inject({ url: '/api/courses' });
		await rename('courses_away', 'courses');
		expect(answer.statusCode).toBe(500);
		expect(answer.json()).toEqual({
			success: false,
			error: 'Something went wrong on our side.',
			code: 'internal',
			requestId: answer.headers['x-request-id'],
		});
		expect(answer.body).not.toContain(dataDir);
		expect((await inject({ url: '/api/courses' })).statusCode).toBe(200);
	});
});

describe('the table of errors', () => {
	it('has a failing status and a sentence for every code', () => {
		for (const { status, message } of Object.values(errorCodes)) {
			expect(status).toBeGreaterThanOrEqual(400);
			expect(status).toBeLessThan(600);
			expect(message).toMatch(/^[A-Z].*\.$/);
		}
	});
});

const calls = Object.entries(access).flatMap(([url, methods]) =>
	// Calls of learners' apps have other callers. Assistants send messages of JSON-RPC, and an identity provider leads back
	// with parameters of its own.
	url.startsWith('/api/') && !/^\/api\/(hooks\/|v1\/|mcp$|auth\/provider)/.test(url)
		? Object.keys(methods).map((method) => ({ method: method as 'GET' | 'POST' | 'DELETE', url }))
		: [],
);

onSomeEngines('what a call does not have', (site) => {
	it('is refused by name on every route', async () => {
		expect(calls.length).toBeGreaterThan(100);
		for (const { method, url } of calls) {
			const { status, body } = await site().call(method, `${url.slice('/api'.length)}?statuss=x`);
			expect({ method, url, status, fields: body.fields }).toEqual({
				...{ method, url, status: 422 },
				fields: {
					statuss: expect.stringMatching(/^Unknown query parameter "statuss"\. This call accepts/),
				},
			});
		}
	});

	it('is reported with the known parameters, and never exports everything', async () => {
		expect((await site().call('GET', '/subjects/x/topics?form=2026-01-01')).status).toBe(404);
		const none = 'Unknown query parameter "form". This call accepts no query parameters.';
		expect(await site().call('GET', '/people?form=2026-01-01')).toMatchObject(
			refused({ form: none }),
		);
		const csv = await site().call('GET', '/transactions/export.csv?status=failed&statuss=failed');
		expect(csv.body.error).toContain('This call accepts: search, status, from, to,');
		expect((await site().call('GET', '/transactions?status=failed&page=1')).status).toBe(200);
	});

	it('is not reported to callers without access, and does not refuse a callback', async () => {
		expect((await site().anyone('GET', '/transactions?x=1')).status).toBe(401);
		const { call } = await site().as('viewer');
		expect((await call('GET', '/transactions?x=1')).status).toBe(403);
		// No such address without a token: what counts is that the parameter is no reason to refuse it.
		expect((await site().anyone('POST', '/hooks/nothing/stk?x=1', {})).status).toBe(404);
	});

	describe('a body field that a call does not have', () => {
		const NO_JSON = /^\/api\/(?:auth\/.*|upload|uploads\/:id\/:n|statements)$/;
		const writes = calls.filter(
			({ method, url }) => method !== 'GET' && !(method !== 'DELETE' && NO_JSON.test(url)),
		);

		it('is refused by name on every route', async () => {
			expect(writes.length).toBeGreaterThan(60);
			for (const { method, url } of writes.filter((call) => !call.url.startsWith('/api/auth/'))) {
				const { status, body } = await site().call(method, url.slice('/api'.length), {
					statuss: 1,
				});
				expect({ method, url, status, fields: body.fields }).toEqual({
					...{ method, url, status: 422 },
					fields: {
						statuss: expect.stringMatching(/^Unknown field "statuss"\. This call accepts/),
					},
				});
			}
		});

		it('is reported with the accepted fields, also inside of another field', async () => {
			const refund = {
				kind: 'refund',
				amount: 1,
				at: '2026-01-31',
				reason: 'Twice',
				reference: 'U',
			};
			const given = await site().call('POST', '/transactions/x/adjustments', refund);
			expect(given.body.error).toBe(
				'Unknown field "reference". This call accepts: kind, amount, receipt, at, reason.',
			);
			const expected = { statement: 1, books: 1, unexplained: 0, other: 1 };
			expect(await site().call('POST', '/periods/2026-01/close', { expected })).toMatchObject(
				refused({
					'expected.other':
						'Unknown field "expected.other". This call accepts: statement, books, unexplained.',
				}),
			);
			expect((await site().call('POST', '/transactions/x/check', { a: 1 })).body.error).toBe(
				'Unknown field "a". This call accepts no fields.',
			);
		});

		it('is accepted if it is a field of the answer', async () => {
			const { body } = await site().call('GET', '/account');
			expect((await site().call('PUT', '/account', body.data)).status).toBe(200);
			const person = await site().call('GET', `/people/${body.data.id}`);
			expect((await site().call('PUT', `/people/${body.data.id}`, person.body.data)).status).toBe(
				200,
			);
		});
	});
});
