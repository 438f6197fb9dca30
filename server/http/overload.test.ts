import { Agent, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeTestAppWith } from '../test-app.ts';
import type { Api } from './api.ts';
import { refuseOverload } from './overload.ts';

describe('a server that cannot keep up', () => {
	let app: Api;
	let port: number;
	let agent: Agent;
	let open: () => void;
	/** Answers those who stand in line, one by one. */
	const line: (() => void)[] = [];
	/** How many came to wait for the gate. */
	let came: number;
	/** What an answer does that never leaves its turn of the event loop, told how many of them there were. */
	let slow: (answered: number) => void;
	/** The time, which passes as it is told to: a machine that others use goes at another pace each time. */
	let now: number;
	const sockets: Socket[] = [];

	beforeEach(async () => {
		[came, now] = [0, 0];
		vi.spyOn(performance, 'now').mockImplementation(() => now);
		const gate = new Promise<void>((resolve) => {
			open = resolve;
		});
		app = fastify();
		refuseOverload(app);
		const isOpen = () => {
			came++;
			return gate.then(() => 'open');
		};
		app.get('/api/gate', isOpen);
		app.get('/api/elsewhere', { config: { waitsForOthers: true } }, isOpen);
		app.post('/api/body', async ({ body }) => body);
		app.get('/api/large', () => Buffer.alloc(32 * 2 ** 20));
		app.get('/api/quick', () => 'quick');
		let answered = 0;
		app.get('/api/slow', () => {
			slow(++answered);
			return 'slow';
		});
		app.get('/page', () => 'page');
		app.get('/api/line', () => new Promise<string>((done) => line.push(() => done('line'))));
		await app.listen({ host: '127.0.0.1', port: 0 });
		({ port } = app.server.address() as AddressInfo);
		agent = new Agent({ keepAlive: true });
	});
	afterEach(async () => {
		vi.restoreAllMocks();
		open();
		agent.destroy();
		for (const socket of sockets.splice(0)) socket.destroy();
		await app.close();
	});

	const ask = async (path: string) => {
		const from = Date.now();
		const answer = await new Promise<IncomingMessage>((resolve, reject) =>
			get({ host: '127.0.0.1', port, path, agent }, resolve).once('error', reject),
		);
		const body = await text(answer);
		const took = Date.now() - from;
		return { status: answer.statusCode, body, headers: answer.headers, took };
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
	/** So many wait, at the gate or elsewhere. */
	const all = (count: number) => expect.poll(() => came).toBe(count);
	/** Asks fifty times a second until somebody is refused, or for so long. */
	const refusedWithin = async (ms: number) => {
		for (const end = now + ms; now < end; now += 20) {
			const answer = await ask('/api/quick');
			if (answer.status === 503) return answer;
		}
		return undefined;
	};

	it('refuses who comes while those who wait get no answer, and answers them all', async () => {
		// Whoever asks meanwhile is answered fifty times a second, which would be soon enough for a hundred.
		const waiting = many(250, '/api/gate');
		await all(250);
		const { body, headers, took } = (await refusedWithin(5_000)) ?? (await ask('/api/quick'));
		expect(JSON.parse(body)).toMatchObject({ success: false, code: 'unavailable' });
		expect(headers['retry-after']).toBe('2');
		expect(took).toBeLessThan(5_000);
		expect(await statusOf('/page')).toBe(200);
		open();
		expect(new Set(await waiting)).toEqual(new Set([200]));
		expect(await statusOf('/api/quick')).toBe(200);
	});

	it('refuses nobody whom it could answer within two seconds', async () => {
		/** So many wait, of whom a hundred are answered in a second; the status of who comes after 0.4 seconds. */
		const comesAfter = async (count: number) => {
			let answered = 0;
			const waiting = Array.from({ length: count }, async () => {
				const status = await statusOf('/api/line');
				answered++;
				return status;
			});
			await expect.poll(() => line.length).toBe(count);
			await statusOf('/api/quick');
			now += 400;
			for (const answer of line.splice(0, 40)) answer();
			await expect.poll(() => answered).toBe(40);
			const status = await statusOf('/api/quick');
			for (const answer of line.splice(0)) answer();
			expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
			return status;
		};
		// Of these the last is answered after 1.5 seconds, and of those after four.
		expect(await comesAfter(150)).toBe(200);
		expect(await comesAfter(400)).toBe(503);
	});

	it('counts those who come while an answer keeps the event loop to itself', async () => {
		let late: Promise<number | undefined> | undefined;
		slow = (answered) => {
			now += 25;
			if (answered === 40) late = statusOf('/api/quick');
		};
		const waiting = await many(400, '/api/slow');
		expect(new Set(waiting)).toEqual(new Set([200]));
		expect(await late).toBe(503);
	});

	it('answers nobody who hung up in line', async () => {
		let answered = 0;
		slow = (count) => {
			now += 25;
			answered = count;
			if (count === 5) for (const socket of sockets) socket.destroy();
		};
		say(250, 'GET /api/slow HTTP/1.1\r\nHost: a\r\n\r\n');
		await expect.poll(() => answered).toBeGreaterThanOrEqual(5);
		expect(await statusOf('/api/quick')).toBe(200);
		expect(answered).toBeLessThan(50);
	});

	it('never refuses thirty-two who each wait for their answer, however long it takes', async () => {
		const waiting = many(32, '/api/gate');
		await all(32);
		expect(await refusedWithin(1_000)).toBeUndefined();
		open();
		expect(new Set(await waiting)).toEqual(new Set([200]));
	});

	it('does not mind how many wait for somebody else, or have yet to send or to take something', async () => {
		const elsewhere = many(100, '/api/elsewhere');
		await all(100);
		say(100, 'POST /api/body HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n12');
		say(10, 'GET /api/large HTTP/1.1\r\nHost: a\r\n\r\n');
		expect(await refusedWithin(1_000)).toBeUndefined();
		open();
		expect(new Set(await elsewhere)).toEqual(new Set([200]));
	});

	it('forgets who hung up', async () => {
		say(250, 'GET /api/gate HTTP/1.1\r\nHost: a\r\n\r\n');
		await all(250);
		expect(await refusedWithin(5_000)).toBeDefined();
		for (const socket of sockets) socket.destroy();
		await expect.poll(() => statusOf('/api/quick')).toBe(200);
	});
});

it('answers deliveries and the questions whether it lives whatever waits', async () => {
	const site = await makeTestAppWith('sqlite', { overload: { withinMs: -1, always: 0 } });
	await wait(10);
	const hook = { method: 'POST' as const, url: '/api/hooks/x/stk', payload: {} };
	const course = { url: '/api/courses', headers: site.headers };
	// Once it has looked for a while.
	await site.app.inject(course);
	await wait(300);
	expect((await site.app.inject(course)).statusCode).toBe(503);
	for (const url of ['/healthz', '/readyz'])
		expect((await site.app.inject({ url })).statusCode).toBe(200);
	expect((await site.app.inject(hook)).statusCode).not.toBe(503);
	await site.close();
});
