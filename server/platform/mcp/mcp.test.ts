import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyRole } from '#shared/contract/platform/access.ts';
import { makeTestAppWith, type TestApp } from '../../testing/app.ts';

describe('assistants', () => {
	let site: TestApp;
	let url: URL;
	beforeAll(async () => {
		site = await makeTestAppWith('sqlite', { config: { maskPhones: true } });
		url = new URL('/api/mcp', await site.app.listen({ port: 0, host: '127.0.0.1' }));
	});
	afterAll(() => site.close());

	const connect = async (role: KeyRole) => {
		const { headers } = await site.asKey(role);
		const client = new Client({ name: 'test', version: '1.0.0' });
		await client.connect(
			new StreamableHTTPClientTransport(url, { requestInit: { headers } }) as never,
		);
		const call = async (name: string, given: object = {}) => {
			const { content, isError } = await client.callTool({ name, arguments: { ...given } });
			const [{ text }] = content as [{ text: string }];
			return { text, isError, data: text.startsWith('{') ? JSON.parse(text).data : undefined };
		};
		const listNames = async () => (await client.listTools()).tools.map(({ name }) => name);
		return { client, call, listNames };
	};

	it('see the calls that the role of their key may make, and no others', async () => {
		const names: Record<string, Set<string>> = {};
		for (const role of ['viewer', 'editor', 'author', 'finance'] as const)
			names[role] = new Set(await (await connect(role)).listNames());
		const sees = (role: string, tool: string) => names[role]?.has(tool);
		expect(
			['viewer', 'editor', 'author', 'finance'].map((role) => sees(role, 'listCourses')),
		).toEqual([true, true, true, true]);
		expect(
			['viewer', 'editor', 'author', 'finance'].map((role) => sees(role, 'createCourse')),
		).toEqual([false, true, true, false]);
		expect(['editor', 'finance'].map((role) => sees(role, 'listTransactions'))).toEqual([
			false,
			true,
		]);
		for (const never of [
			'invitePerson',
			'createKey',
			'signIn',
			'changePassword',
			'uploadFile',
			'callMcp',
		])
			expect(sees('editor', never), never).toBe(false);
	});

	it('are told what a tool does: reads, deletions, and the shape of its input', async () => {
		const { client } = await connect('editor');
		const tools = new Map((await client.listTools()).tools.map((tool) => [tool.name, tool]));
		expect(tools.get('getCourse')?.annotations).toMatchObject({
			readOnlyHint: true,
			destructiveHint: false,
		});
		expect(tools.get('deleteCourse')?.annotations).toMatchObject({
			readOnlyHint: false,
			destructiveHint: true,
		});
		const { inputSchema } = tools.get('createCourse') ?? {};
		expect(inputSchema).toMatchObject({ type: 'object', required: ['body'] });
		expect(JSON.stringify(inputSchema)).not.toContain('#/components');
	});

	it('make a course from a text, once, also when they try again', async () => {
		const { call } = await connect('editor');
		const body = {
			name: 'Welding',
			category_id: 'cat_artisan',
			order_num: 1,
			external_id: 'MCP-1',
		};
		const course = await call('createCourse', { body });
		expect(course.isError).toBe(false);
		expect((await call('createCourse', { body })).data.id).toBe(course.data.id);
		for (const subject of ['Safety', 'Joints', 'Metals']) {
			const made = await call('createSubject', {
				courseId: course.data.id,
				body: { name: subject },
			});
			for (const topic of ['One', 'Two', 'Three']) {
				const given = { subjectId: made.data.id, courseId: course.data.id };
				expect((await call('createTopic', { ...given, body: { name: topic } })).text).toContain(
					topic,
				);
			}
		}
		const { data } = await call('getCourse', { courseId: course.data.id });
		expect(data.stats.subjectCount).toBe(3);
		expect((await call('getCourse', { courseId: 'none' })).isError).toBe(true);
		const { body: audit } = await site.call('GET', `/audit?item_id=${course.data.id}`);
		expect(audit.data.data[0].actor).toMatchObject({ kind: 'program', name: 'A program (editor)' });
	});

	it('keep to the limits of their role and of an answer', async () => {
		const author = await connect('author');
		const course = await site.call('POST', '/courses', {
			...{ name: 'Masonry', category_id: 'cat_artisan', order_num: 2 },
		});
		const courseId = course.body.data.id;
		const { data } = await author.call('createSubject', { courseId, body: { name: 'Draft' } });
		const published = await author.call('updateSubject', {
			...{ courseId, subjectId: data.id },
			body: { published: true },
		});
		expect(published).toMatchObject({
			isError: true,
			text: expect.stringContaining('editors_only'),
		});
		const editor = await connect('editor');
		for (let n = 0; n < 60; n++)
			await site.call('POST', '/courses', {
				name: `Course ${n}`,
				description: 'x'.repeat(400),
				category_id: 'cat_artisan',
				order_num: n + 3,
			});
		const long = await editor.call('listCourses');
		expect(long).toMatchObject({
			isError: true,
			text: expect.stringContaining('Ask for less with'),
		});
		expect((await editor.call('listCourses', { wrong: 'x' })).text).toContain('wrong');
	});

	it('read what has an address as a resource, with the rights of the key', async () => {
		const { client, call } = await connect('viewer');
		const { resources } = await client.listResources();
		expect(resources.map(({ uri }) => uri)).toContain('ufundi:///api/courses');
		expect(resources.map(({ uri }) => uri)).not.toContain('ufundi:///api/transactions');
		const { resourceTemplates } = await client.listResourceTemplates();
		const topics = resourceTemplates.find((each) =>
			each.uriTemplate.startsWith('ufundi:///api/topics{'),
		);
		expect(topics?.uriTemplate).toMatch(/\bsearch\b/);
		const made = await site.call('POST', '/courses', {
			...{ name: 'Plumbing', category_id: 'cat_artisan', order_num: 90 },
		});
		const { id } = made.body.data;
		const read = async (uri: string) => {
			const { contents } = await client.readResource({ uri });
			const [first] = contents;
			if (!first || !('text' in first)) throw new Error(`${uri} has no text.`);
			return first.text;
		};
		const one = await read(`ufundi:///api/courses/${id}`);
		expect(one).toBe((await call('getCourse', { courseId: id })).text);
		expect(await read('ufundi:///api/search?q=plumbing')).toContain(id);
		await expect(read('ufundi:///api/courses/none')).rejects.toThrow(/not found/i);
		await expect(read('ufundi:///api/courses/%')).rejects.toThrow(/not found/i);
		await expect(read('https://example.com/')).rejects.toThrow(/Unknown resource/);
	});

	it('refuses people, strangers and unknown tools', async () => {
		const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
		expect((await site.anyone('POST', '/mcp', ping)).status).toBe(401);
		expect((await site.call('POST', '/mcp', ping)).body.error.code).toBe(-32_600);
		const { call } = await site.asKey('viewer');
		expect((await call('POST', '/mcp', ping)).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
		const ask = async (method: string, params: object) =>
			(await call('POST', '/mcp', { ...ping, method, params })).body.error?.code;
		expect(await ask('tools/call', { name: 'deleteCourse' })).toBe(-32_602);
		expect(await ask('prompts/list', {})).toBe(-32_601);
		expect(await ask('resources/read', { uri: 'ufundi:///api/transactions' })).toBe(-32_002);
		expect((await call('POST', '/mcp', { id: 1 })).status).toBe(400);
		expect(
			(await call('POST', '/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' })).status,
		).toBe(202);
	});

	it('are told how long to wait after too many calls', async () => {
		const limited = await makeTestAppWith('sqlite', { config: { rateLimits: true } });
		const { headers } = await limited.asKey('viewer');
		const body = {
			...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
			params: { name: 'listCourses' },
		};
		// Each tool counts as two calls of its key, of which 6,000 a minute are allowed.
		let last: { status: number; text: string } | undefined;
		for (let n = 0; n < 7_000 && !last; n++) {
			const answer = await limited.app.inject({
				method: 'POST',
				url: '/api/mcp',
				headers,
				payload: body,
			});
			const text = answer.body;
			if (answer.statusCode === 429 || text.includes('too_many'))
				last = { status: answer.statusCode, text };
		}
		expect(last?.text).toContain('Too many');
		await limited.close();
	});

	it('passes the official conformance suite for what it offers', async () => {
		const { headers } = await site.asKey('viewer');
		// The suite sends no key.
		const proxy = createServer((request, response) => {
			// The suite uses the proxy's own address as that of the site.
			const own = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
			const toSite = (text = '') =>
				text.replace(/localhost(?=:)/, '127.0.0.1').replace(own, '127.0.0.1:4000');
			const { host, origin, ...others } = request.headers;
			const sent = {
				...others,
				...headers,
				host: toSite(host),
				...(origin && { origin: toSite(origin) }),
			};
			request.pipe(
				send(url, { method: request.method, headers: sent }, (answer) => {
					response.writeHead(answer.statusCode ?? 500, answer.headers);
					answer.pipe(response);
				}),
			);
		});
		proxy.listen(0, '127.0.0.1');
		await once(proxy, 'listening');
		const at = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api/mcp`;
		const packages = join(import.meta.dirname, '../../../node_modules');
		const program = join(packages, '@modelcontextprotocol/conformance/dist/index.js');
		for (const scenario of [
			'server-initialize',
			'ping',
			'tools-list',
			'resources-list',
			'dns-rebinding-protection',
		]) {
			const args = [program, 'server', '--url', at, '--scenario', scenario];
			await promisify(execFile)(process.execPath, args);
		}
		proxy.close();
	});
});
