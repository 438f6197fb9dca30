import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { countStored } from '../files/fixtures/form.ts';
import { listeningSite, statusOf } from './fixtures/line.ts';

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
