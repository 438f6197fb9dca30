import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeTestApp, type TestApp } from '../test-app.ts';

const course = JSON.stringify({ name: 'Plumbing', order_num: 1, category_id: 'cat_artisan' });

describe('a body that comes slowly', () => {
	let site: TestApp;
	let port: number;
	beforeAll(async () => {
		site = await makeTestApp('sqlite');
		await site.app.listen({ host: '127.0.0.1', port: 0 });
		({ port } = site.app.server.address() as AddressInfo);
	});
	afterAll(() => site.close());
	afterEach(() => {
		vi.useRealTimers();
	});

	const open = () => {
		const socket = connect(port, '127.0.0.1').on('error', () => {});
		let text = '';
		socket.setEncoding('utf8').on('data', (chunk) => {
			text += chunk;
		});
		const closed = once(socket, 'close');
		return { socket, closed, received: () => text };
	};
	const statusOf = (answer: string) => Number(answer.split(' ')[1]);

	const FORM = 'multipart/form-data; boundary=x';
	/** Begins to send a body of a hundred bytes, and tells whether the line is still open. */
	const begin = (call: string, type: string, lines = site.lines) => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		const { socket, closed, received } = open();
		const state = { isClosed: false };
		closed.then(() => {
			state.isClosed = true;
		});
		socket.write(
			`${call} HTTP/1.1\r\nHost: a\r\n${lines}Content-Type: ${type}\r\nContent-Length: 100\r\n\r\n{`,
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
		const { closed, received, isOpenAfter } = begin(call, type, status === 401 ? '' : site.lines);
		while (received() === '') await wait(5);
		expect(await isOpenAfter(990)).toBe(true);
		vi.advanceTimersByTime(20);
		await closed;
		expect(statusOf(received())).toBe(status);
	});

	it('may take longer in an upload, from somebody who may upload', async () => {
		const { socket, received, isOpenAfter } = begin('POST /api/upload', FORM);
		await wait(50);
		expect(await isOpenAfter(29_000)).toBe(true);
		expect(received()).toBe('');
		socket.destroy();
	});

	it('but in time is as good as at once', async () => {
		const { socket, closed, received } = open();
		const text = `POST /api/courses HTTP/1.1\r\nHost: a\r\n${site.lines}Content-Type: application/json\r\nContent-Length: ${course.length}\r\nConnection: close\r\n\r\n${course}`;
		for (let at = 0; at < text.length; at += 40) {
			socket.write(text.slice(at, at + 40));
			await wait(5);
		}
		await closed;
		expect(statusOf(received())).toBe(201);
	});
});
