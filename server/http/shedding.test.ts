import { Agent, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTestAppWith } from '../test-app.ts';
import type { Api } from './api.ts';
import { shedLoad } from './shedding.ts';

const BUSY_MS = 20;

describe('a server that cannot keep up', () => {
	let app: Api;
	let port: number;
	let agent: Agent;
	let open: () => void;
	let begun: number;
	const sockets: Socket[] = [];

	const serve = async (bounds: Parameters<typeof shedLoad>[1]) => {
		begun = 0;
		const gate = new Promise<void>((resolve) => {
			open = resolve;
		});
		app = fastify();
		shedLoad(app, bounds);
		const isOpen = () => gate.then(() => 'open');
		app.get('/api/gate', isOpen);
		app.get('/api/elsewhere', { config: { waitsForOthers: true } }, isOpen);
		app.post('/api/body', async ({ body }) => body);
		app.get('/api/large', () => Buffer.alloc(32 * 2 ** 20));
		app.get('/api/quick', () => 'quick');
		app.get('/page', () => 'page');
		app.get('/api/busy', () => {
			begun++;
			for (const end = performance.now() + BUSY_MS; performance.now() < end; );
			return 'busy';
		});
		await app.listen({ host: '127.0.0.1', port: 0 });
		({ port } = app.server.address() as AddressInfo);
		agent = new Agent({ keepAlive: true });
	};
	const stop = async () => {
		open();
		agent.destroy();
		for (const socket of sockets.splice(0)) socket.destroy();
		await app.close();
	};
	beforeEach(() => serve({ late: 3, lateMs: 50 }));
	afterEach(stop);

	const ask = async (path: string) => {
		const answer = await new Promise<IncomingMessage>((resolve, reject) =>
			get({ port, path, agent }, resolve).once('error', reject),
		);
		return { status: answer.statusCode, body: await text(answer), headers: answer.headers };
	};
	const statusOf = async (path: string) => (await ask(path)).status;
	const many = (count: number, path: string) =>
		Promise.all(Array.from({ length: count }, () => statusOf(path)));
	/** Says this on so many connections, and reads nothing. */
	const say = (count: number, lines: string) => {
		for (let n = 0; n < count; n++) {
			const socket = connect(port, '127.0.0.1', () => socket.write(lines)).pause();
			socket.on('error', () => {});
			sockets.push(socket);
		}
	};

	it('turns away who comes while too many are late, and answers those that it took', async () => {
		const late = many(4, '/api/gate');
		await wait(150);
		const { status, body, headers } = await ask('/api/quick');
		expect({ status, code: JSON.parse(body).code }).toEqual({ status: 503, code: 'unavailable' });
		expect(headers['retry-after']).toBe('2');
		expect(await statusOf('/page')).toBe(200);
		open();
		expect(await late).toEqual([200, 200, 200, 200]);
		expect(await statusOf('/api/quick')).toBe(200);
	});

	it('turns away who comes while work is done for too many, however short a time', async () => {
		await stop();
		await serve({ begun: 3, lateMs: 3_600_000 });
		const taken = many(4, '/api/gate');
		await wait(150);
		expect(await statusOf('/api/quick')).toBe(503);
		open();
		expect(await taken).toEqual([200, 200, 200, 200]);
		expect(await statusOf('/api/quick')).toBe(200);
	});

	it('does not while those that are late wait for somebody else, or only a few are', async () => {
		const late = [many(10, '/api/elsewhere'), many(3, '/api/gate')];
		await wait(150);
		expect(await statusOf('/api/quick')).toBe(200);
		open();
		expect(new Set((await Promise.all(late)).flat())).toEqual(new Set([200]));
	});

	it('does not while those that are late have yet to send something, or to take it', async () => {
		say(10, 'POST /api/body HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n12');
		say(10, 'GET /api/large HTTP/1.1\r\nHost: a\r\n\r\n');
		await wait(300);
		expect(await statusOf('/api/quick')).toBe(200);
		for (const socket of sockets) socket.write('345');
		expect(await statusOf('/api/quick')).toBe(200);
	});

	it('lets nobody join a line that is long and slow', async () => {
		// Without connections, which come one by one: so all of the first stand in line at once.
		const inject = async (url: string) => (await app.inject({ url })).statusCode;
		const first = Promise.all(Array.from({ length: 80 }, () => inject('/api/busy')));
		await wait(15 * BUSY_MS);
		const before = begun;
		expect(await inject('/api/quick')).toBe(503);
		expect(begun - before).toBeLessThan(10);
		expect(new Set(await first)).toEqual(new Set([200]));
		expect(await inject('/api/quick')).toBe(200);
	});

	it('does nothing for those who hung up while they stood in line', async () => {
		const first = many(20, '/api/busy');
		await wait(2 * BUSY_MS);
		say(10, 'GET /api/busy HTTP/1.1\r\nHost: a\r\n\r\n');
		await wait(2 * BUSY_MS);
		for (const socket of sockets) socket.destroy();
		await first;
		expect(await statusOf('/api/quick')).toBe(200);
		expect(begun).toBe(20);
	});
});

it('turns away all but deliveries and the questions whether it lives', async () => {
	// More than none of them is late: always.
	const site = await makeTestAppWith('sqlite', { shedding: { late: -1 } });
	const { status, body, headers } = await site.call('GET', '/courses');
	expect({ status, code: body.code }).toEqual({ status: 503, code: 'unavailable' });
	expect(headers['retry-after']).toBe('2');
	for (const url of ['/healthz', '/readyz'])
		expect((await site.app.inject({ url })).statusCode).toBe(200);
	const hook = { method: 'POST' as const, url: '/api/hooks/x/stk', payload: {} };
	expect((await site.app.inject(hook)).statusCode).not.toBe(503);
	await site.close();
});
