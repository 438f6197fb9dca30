import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { kept } from '../files/fixtures/form.ts';
import { course, siteOnALine, statusOf } from './fixtures/line.ts';

describe('a body that comes slowly', () => {
	const { site, open, bytesRead } = siteOnALine();
	afterEach(() => {
		vi.useRealTimers();
	});

	const FORM = 'multipart/form-data; boundary=x';
	/** Begins to send a body of so many bytes, and tells whether the line is still open. */
	const begin = (call: string, type: string, lines = site().lines, length = 100) => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		const { socket, closed, received } = open();
		const state = { isClosed: false };
		closed.then(() => {
			state.isClosed = true;
		});
		socket.write(
			`${call} HTTP/1.1\r\nHost: a\r\n${lines}Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n{`,
		);
		const isOpenAfter = async (ms: number) => {
			vi.advanceTimersByTime(ms);
			socket.write('"');
			await wait(30);
			return !state.isClosed;
		};
		return { socket, closed, received, isOpenAfter };
	};

	it.each([
		['POST /api/courses', 'application/json'],
		['PUT /api/courses/x', 'application/json'],
		['DELETE /api/courses/x', 'application/json'],
		['POST /api/nothing', 'application/json'],
	])('of %s is given ten seconds, and no more', async (call, type) => {
		const { closed, received, isOpenAfter } = begin(call, type);
		await vi.waitUntil(() => vi.getTimerCount() > 0, { interval: 5 });
		expect(await isOpenAfter(9_990)).toBe(true);
		vi.advanceTimersByTime(20);
		await closed;
		expect(statusOf(received())).toBe(408);
	});

	it.each([
		['POST /api/courses', 'text/plain', 415],
		['POST /api/courses', FORM, 415],
		['PUT /api/courses', FORM, 405],
		['POST /api/nothing', FORM, 404],
		['GET /api/courses', 'application/json', 200],
		['GET /healthz', FORM, 200],
		['POST /api/upload', FORM, 401],
		['POST /api/courses', 'application/json', 401],
		['POST /api/hooks/x/stk', FORM, 404],
	])('of %s as %s is cut a second after an early answer', async (call, type, status) => {
		const { closed, received, isOpenAfter } = begin(call, type, status === 401 ? '' : site().lines);
		while (received() === '') await wait(5);
		expect(await isOpenAfter(990)).toBe(true);
		vi.advanceTimersByTime(20);
		await closed;
		expect(statusOf(received())).toBe(status);
	});

	/** Begins to upload a file. */
	const beginUpload = async () => {
		const line = begin('POST /api/upload', FORM, site().lines, 10 ** 6);
		line.socket.write('"\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"');
		line.socket.write('\r\n\r\n%PDF-');
		await vi.waitUntil(async () => (await kept(site())).underWay === 1, { interval: 5 });
		return line;
	};

	it('may take longer in an upload, from somebody who may upload', async () => {
		const { socket, received, isOpenAfter } = await beginUpload();
		expect(await isOpenAfter(29_000)).toBe(true);
		expect(received()).toBe('');
		socket.destroy();
		await vi.waitUntil(async () => (await kept(site())).underWay === 0, { interval: 5 });
	});

	it('must in an upload have come at some pace after half a minute', async () => {
		const { closed, received, isOpenAfter } = await beginUpload();
		await isOpenAfter(30_000);
		await vi.waitUntil(() => received() !== '', { interval: 5 });
		expect(statusOf(received())).toBe(408);
		vi.advanceTimersByTime(1_000);
		await closed;
		await vi.waitUntil(async () => (await kept(site())).underWay === 0, { interval: 5 });
	});

	it('may take as long as it likes at that pace', async () => {
		const { socket, received, isOpenAfter } = await beginUpload();
		const send = async (bytes: number) => {
			const until = bytesRead() + bytes;
			socket.write(Buffer.alloc(bytes));
			await vi.waitUntil(() => bytesRead() >= until, { interval: 5 });
		};
		await send(30 * 8_192);
		expect(await isOpenAfter(30_000)).toBe(true);
		for (let second = 0; second < 10; second++) {
			await send(8_192);
			expect(await isOpenAfter(1_000)).toBe(true);
		}
		expect(received()).toBe('');
		socket.destroy();
	});

	it('but in time is as good as at once', async () => {
		const { socket, closed, received } = open();
		const text = `POST /api/courses HTTP/1.1\r\nHost: a\r\n${site().lines}Content-Type: application/json\r\nContent-Length: ${course.length}\r\nConnection: close\r\n\r\n${course}`;
		for (let at = 0; at < text.length; at += 40) {
			socket.write(text.slice(at, at + 40));
			await wait(5);
		}
		await closed;
		expect(statusOf(received())).toBe(201);
	});
});
