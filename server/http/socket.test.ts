import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { course, siteOnALine, statusOf } from './fixtures/line.ts';

/** A request as its lines, with the end of its headers. */
const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;

describe('what comes over a socket', () => {
	const { site, open } = siteOnALine();
	afterEach(async () => {
		expect((await site().app.inject({ url: '/healthz' })).statusCode).toBe(200);
		vi.useRealTimers();
	});

	/** The same request from somebody who is signed in. */
	const signed = (text: string) => text.replace('\r\n', `\r\n${site().lines}`);
	/** Sends a request and resolves to all that comes until the server hangs up. */
	const say = async (text: string) => {
		const { socket, closed, received } = open();
		socket.write(signed(text));
		const late = wait(5_000, 'late');
		if ((await Promise.race([closed, late])) === 'late') throw new Error(`open: ${received()}`);
		return received();
	};
	const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

	it.each([
		[
			'a length and chunks at once',
			head(
				'POST /api/courses HTTP/1.1',
				'Host: a',
				'Content-Type: application/json',
				'Content-Length: 5',
				'Transfer-Encoding: chunked',
			),
			400,
			'bad_request',
		],
		[
			'two lengths',
			head('POST /api/courses HTTP/1.1', 'Host: a', 'Content-Length: 5', 'Content-Length: 6'),
			400,
			'bad_request',
		],
		[
			'a chunk of no number',
			`${head('POST /api/courses HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked')}xyz\r\n`,
			400,
			'bad_request',
		],
		[
			'a header of 20 KB',
			head('GET /api/courses HTTP/1.1', 'Host: a', `X-Long: ${'x'.repeat(20_000)}`),
			431,
			'headers_too_large',
		],
		[
			'an address of 20 KB',
			head(`GET /api/courses?search=${'x'.repeat(20_000)} HTTP/1.1`, 'Host: a'),
			431,
			'headers_too_large',
		],
		['an unknown method', head('BREW /api/courses HTTP/1.1', 'Host: a'), 400, 'bad_request'],
		['a header without a name', head('GET / HTTP/1.1', 'Host: a', ': x'), 400, 'bad_request'],
		['a bare line feed', 'GET / HTTP/1.1\nHost: a\nX: \rb\n\n', 400, 'bad_request'],
		['HTTP/2', head('PRI * HTTP/2.0', '', 'SM'), 400, 'bad_request'],
		['no HTTP at all', '\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n', 400, 'bad_request'],
	])('%s is refused with our envelope, and the line is cut', async (_what, text, status, code) => {
		const answer = await say(text);
		expect(statusOf(answer)).toBe(status);
		expect(bodyOf(answer)).toMatchObject({ success: false, code, error: expect.any(String) });
		expect(answer).toMatch(/x-content-type-options: nosniff/i);
		expect(answer).toMatch(/connection: close/i);
		expect(answer).not.toMatch(/^(server|x-powered-by):/im);
	});

	it.each([
		'/api/courses/..',
		'/api/courses/%2e%2e',
		'/api/courses/../../etc/passwd',
		'/api/%2e%2e/%2e%2e/etc/passwd',
		'/api//courses',
		'/api\\courses',
		'/api/courses/%5c..%5c..',
		'/api/courses%2F',
		'/api/courses;x=1',
		'/api/courses/%00',
		'/api/courses/%E0%A4%A/subjects',
		'/api/courses/../courses',
		'/api/./courses',
	])('the address %s is taken as it is written, and not found', async (address) => {
		const answer = await say(head(`GET ${address} HTTP/1.1`, 'Host: a', 'Connection: close'));
		expect(statusOf(answer)).toBe(404);
		expect(bodyOf(answer)).toMatchObject({ success: false, code: 'not_found' });
		expect(answer).toMatch(/content-security-policy: default-src 'none'/i);
		expect(answer).toMatch(/x-request-id: /i);
	});

	it('DELETE with a JSON type and chunks of nothing is a call without a body', async () => {
		const made = await site().call('POST', '/courses', course);
		const text = `${head(
			`DELETE /api/courses/${made.body.data.id} HTTP/1.1`,
			'Host: a',
			'Content-Type: application/json',
			'Transfer-Encoding: chunked',
			'Connection: close',
		)}0\r\n\r\n`;
		expect(bodyOf(await say(text)).success).toBe(true);
	});

	it('a body that ends too early makes nothing', async () => {
		const before = (await site().call('GET', '/courses')).body.data.length;
		const { socket, closed } = open();
		socket.write(
			signed(
				`${head(
					'POST /api/courses HTTP/1.1',
					'Host: a',
					'Content-Type: application/json',
					`Content-Length: ${course.length + 10}`,
				)}${course}`,
			),
		);
		await wait(50);
		socket.end();
		await closed;
		expect((await site().call('GET', '/courses')).body.data).toHaveLength(before);
	});
});
