import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeTestApp, type TestApp } from '../../testing/app.ts';
import { countStored } from '../files/fixtures/form.ts';

/** Starts a listening site for the tests of a group; returns it with a function that opens TCP connections to it. */
const listeningSite = () => {
	let site: TestApp;
	let port: number;
	beforeAll(async () => {
		site = await makeTestApp('sqlite');
		await site.app.listen({ host: '127.0.0.1', port: 0 });
		({ port } = site.app.server.address() as AddressInfo);
	});
	afterAll(() => site.close());

	/** Opens a connection and collects the received text. */
	const open = () => {
		const socket = connect(port, '127.0.0.1').on('error', () => {});
		let text = '';
		socket.setEncoding('utf8').on('data', (chunk) => {
			text += chunk;
		});
		return { socket, closed: once(socket, 'close'), received: () => text };
	};
	return { site: () => site, open };
};

/** Returns the status of a raw HTTP answer. */
const statusOf = (answer: string) => Number(answer.split(' ')[1]);

describe('a body that arrives slowly', () => {
	const { site, open } = listeningSite();
	afterEach(() => {
		vi.useRealTimers();
	});

	const begin = (call: string, type: string, start = '{') => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		const { socket, closed, received } = open();
		socket.write(
			`${call} HTTP/1.1\r\nHost: a\r\n${site().lines}Content-Type: ${type}\r\nContent-Length: 1000\r\n\r\n${start}`,
		);
		return { socket, closed, received };
	};

	it('is answered with 408 after ten seconds', async () => {
		const { closed, received } = begin('POST /api/courses', 'application/json');
		await vi.waitUntil(() => vi.getTimerCount() > 0, { interval: 5 });
		vi.advanceTimersByTime(9_990);
		await wait(30);
		expect(received()).toBe('');
		vi.advanceTimersByTime(20);
		await closed;
		expect(statusOf(received())).toBe(408);
	});

	it('may take longer in an upload', async () => {
		const { socket, received } = begin(
			'POST /api/upload',
			'multipart/form-data; boundary=x',
			'--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-',
		);
		await vi.waitUntil(async () => (await countStored(site())).underWay === 1, { interval: 5 });
		vi.advanceTimersByTime(29_000);
		await wait(30);
		expect(received()).toBe('');
		socket.destroy();
		await vi.waitUntil(async () => (await countStored(site())).underWay === 0, { interval: 5 });
	});
});
