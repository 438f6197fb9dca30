import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../signed-in.ts';
import { attempt, read } from './calls.ts';
import { AT_LENGTH } from './length.ts';
import { makePlace, type Place } from './places.ts';
import { type Server, startServer } from './server.ts';

const MIB = 1024 * 1024;
const SLOW = AT_LENGTH ? 500 : 150;
const IDLE = AT_LENGTH ? 5_000 : 1_500;
const CUT_MS = 30_000;
/** What waits for others is answered much later than that. */
const SOON_MS = 20_000;
const OURS = 5;

/** A request as its lines, with the end of its headers. */
const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;

describe('clients that mean no good', () => {
	let place: Place;
	let server: Server;
	let headers: Record<string, string>;
	let cookie: string;
	const sockets = new Set<Socket>();
	beforeAll(async () => {
		place = await makePlace('sqlite');
		server = await startServer(place.dataDir, { LOG_LEVEL: 'silent' });
		headers = await signIn(server.url);
		cookie = Object.entries(headers)
			.map(([name, value]) => `${name}: ${value}`)
			.join('\r\n');
	});
	afterAll(async () => {
		for (const socket of sockets) socket.destroy();
		await server.kill();
		await place.remove();
	});

	const open = async () => {
		const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {});
		sockets.add(socket);
		const closed = new Promise<void>((done) => {
			socket.once('close', () => {
				sockets.delete(socket);
				done();
			});
		});
		await once(socket, 'connect');
		return { socket, closed };
	};
	const openMany = (count: number) => Promise.all(Array.from({ length: count }, open));

	/** The slowest of some reads by somebody else, in milliseconds. */
	const slowestRead = async () => {
		let slowest = 0;
		for (let count = 0; count < 20; count++) {
			const from = performance.now();
			const answer = await read(`${server.url}/api/courses`, headers);
			expect(answer).toMatchObject({ known: true, status: 200 });
			slowest = Math.max(slowest, performance.now() - from);
		}
		return slowest;
	};

	/** Sends chunks until the server hangs up, `most` bytes went out or it is `enough`; resolves to how many did. */
	const pour = async (socket: Socket, chunk: Buffer, most: number, enough: () => boolean) => {
		let sent = 0;
		while (sent < most && !socket.destroyed && !enough()) {
			sent += chunk.length;
			await new Promise((done) => socket.write(chunk, done));
		}
		return sent;
	};
	const chunkOf = (bytes: Buffer) =>
		Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

	it('slow ones and silent ones are cut, and others served all the while', async () => {
		const before = server.memory();
		const [slowHeads, slowBodies, idle] = await Promise.all([
			openMany(SLOW),
			openMany(SLOW),
			openMany(IDLE),
		]);
		expect(server.connections()).toBeGreaterThan(SLOW);
		const body = head(
			'POST /api/courses HTTP/1.1',
			'Host: a',
			cookie,
			'Content-Type: application/json',
			'Content-Length: 1000',
		);
		for (const { socket } of slowBodies) socket.write(body);
		const drip = setInterval(() => {
			for (const { socket } of slowHeads) socket.write('X');
			for (const { socket } of slowBodies) socket.write(' ');
		}, 1_000);
		for (const { socket } of slowHeads) socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ');
		for (const { socket } of [...slowHeads, ...slowBodies, ...idle]) socket.resume();
		const slowest = await slowestRead();
		expect(slowest).toBeLessThan(SOON_MS);
		// The server's end of them: whoever is cut may notice only when they next write. Ours ask now and then.
		await expect.poll(server.connections, { timeout: CUT_MS }).toBeLessThan(OURS);
		clearInterval(drip);
		expect(server.memory() - before).toBeLessThan(64);
	});

	it.each([
		['JSON', '/api/courses', 'application/json', '[', 256 * 1024],
		[
			'a form',
			'/api/upload',
			'multipart/form-data; boundary=b',
			'--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n',
			50 * MIB,
		],
	])(
		'%s without end is refused at its limit, and not kept in memory',
		async (_what, path, type, start, limit) => {
			const { socket, closed } = await open();
			let answer = '';
			socket.setEncoding('latin1').on('data', (chunk) => {
				answer += chunk;
			});
			const lines = [`POST ${path} HTTP/1.1`, 'Host: a', cookie, `Content-Type: ${type}`];
			socket.write(head(...lines, 'Transfer-Encoding: chunked'));
			socket.write(chunkOf(Buffer.from(start)));
			const chunk = chunkOf(Buffer.alloc(64 * 1024, ' '));
			const before = server.memory();
			const sent = await pour(socket, chunk, limit + 64 * MIB, () => answer !== '');
			// Who is still sending when the line is cut may not get to see the answer.
			await expect.poll(() => answer !== '' || socket.destroyed, { timeout: SOON_MS }).toBe(true);
			expect(answer).toMatch(/^(HTTP\/1\.1 413 |$)/);
			expect(sent).toBeLessThan(limit + 32 * MIB);
			// Who goes on is given a while to hear it, and is cut then.
			const late = AbortSignal.timeout(40_000);
			const more = AT_LENGTH ? Number.POSITIVE_INFINITY : 256 * MIB;
			await pour(socket, chunk, more, () => late.aborted);
			// What came last is still there until it is collected.
			expect(server.memory() - before).toBeLessThan(64);
			if (AT_LENGTH) expect(socket.destroyed).toBe(true);
			socket.destroy();
			await closed;
			await expect.poll(() => readdir(join(place.dataDir, 'files/tmp'))).toEqual([]);
			expect(await slowestRead()).toBeLessThan(SOON_MS);
		},
	);

	it('a body that is nested without end is refused', async () => {
		const deep = '['.repeat(200_000);
		const answer = await attempt(`${server.url}/api/courses`, {
			method: 'POST',
			headers: { ...headers, 'content-type': 'application/json' },
			body: deep,
		});
		expect(answer).toMatchObject({ known: true, status: 400 });
		expect(server.isRunning()).toBe(true);
	});
});
