import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, makeTestApp, type TestApp } from '../server/test-app.ts';

const SECONDS = Number(process.env.FUZZ_SECONDS ?? 3);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120);

const BODY = '{"name":"Plumbing","order_num":1,"category_id":"cat_artisan"}';
const REQUESTS = [
	'GET /api/courses HTTP/1.1\r\nHost: a\r\n\r\n',
	'GET /api/subjects?search=%25&limit=5 HTTP/1.1\r\nHost: a\r\nIf-None-Match: "1"\r\n\r\n',
	'DELETE /api/courses/x HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\r\n',
	`POST /api/courses HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
	`POST /api/courses HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`,
].map((text) => Buffer.from(text));

const PIECES = [
	...[
		'\r\n',
		'\n',
		'\r',
		'\0',
		' ',
		':',
		'\r\n\r\n',
		' HTTP/1.1',
		'Transfer-Encoding: chunked\r\n',
	],
	...['Content-Length: 3\r\n', 'Content-Length: -1\r\n', 'Host: b\r\n', 'Connection: upgrade\r\n'],
	...['Upgrade: h2c\r\n', 'Expect: 100-continue\r\n', '0\r\n\r\n', 'ffffffffffffffff\r\n', '\xff'],
].map((text) => Buffer.from(text, 'latin1'));

/** A request with some of its bytes cut out and others put in. */
const damaged = fc
	.tuple(
		fc.constantFrom(...REQUESTS),
		fc.array(fc.tuple(fc.nat(250), fc.nat(6), fc.constantFrom(...PIECES, Buffer.alloc(0))), {
			minLength: 1,
			maxLength: 4,
		}),
	)
	.map(([request, cuts]) =>
		cuts.reduce(
			(bytes, [at, length, put]) =>
				Buffer.concat([
					bytes.subarray(0, at % (bytes.length + 1)),
					put,
					bytes.subarray((at % (bytes.length + 1)) + length),
				]),
			request as Buffer,
		),
	);

describe.each(engines)('any bytes on the line (%s)', (engine) => {
	let site: TestApp;
	beforeAll(async () => {
		site = await makeTestApp(engine);
		await site.app.listen({ host: '127.0.0.1', port: 0 });
	});
	afterAll(() => site.close());

	/** Sends bytes and our end of the line; resolves to what came until the other end, too, was closed. */
	const say = (bytes: Buffer) =>
		new Promise<string>((resolve) => {
			const { port } = site.app.server.address() as AddressInfo;
			const socket = connect(port, '127.0.0.1');
			let text = '';
			socket.setEncoding('latin1').on('data', (chunk) => {
				text += chunk;
			});
			socket.on('error', () => {});
			socket.on('close', () => resolve(text));
			socket.end(bytes);
		});

	/** The same bytes from somebody who is signed in, as far as they name a host. */
	const signed = (bytes: Buffer) =>
		Buffer.from(
			bytes.toString('latin1').replaceAll('Host: a\r\n', `Host: a\r\n${site.lines}`),
			'latin1',
		);

	it(
		'are answered as HTTP or not at all, and never as a failure of ours',
		async () => {
			await fc.assert(
				fc.asyncProperty(damaged, async (bytes) => {
					const answers = (await say(signed(bytes)))
						.split(/^(?=HTTP\/1\.1 )/m)
						.filter((text) => text !== '');
					for (const answer of answers) {
						expect(answer).toMatch(/^HTTP\/1\.1 [1234]\d\d /);
						if (/^HTTP\/1\.1 4/.test(answer)) expect(answer).not.toMatch(/node_modules| at \w+ \(/);
					}
				}),
				{
					seed: SEED,
					numRuns: SECONDS * 1_000,
					interruptAfterTimeLimit: SECONDS * 1_000,
					markInterruptAsFailure: false,
				},
			);
			expect((await site.call('GET', '/courses')).status).toBe(200);
		},
		SECONDS * 1_000 + 60_000,
	);
});
