import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { AT_LENGTH, rounds } from '../../../tests/faults/length.ts';
import { docx, pdf } from '../../files/fixtures/documents.ts';
import { FORM_TYPE, formOf, kept, upload } from '../../files/fixtures/form.ts';
import { noise } from '../../files/fixtures/verdict.ts';
import { onSomeEngines } from '../../test-app.ts';

const MIB = 1024 ** 2;
const [BREAKS, MUTILATED] = AT_LENGTH ? [1_000, 5_000] : [30, 120];

/** Numbers below 1 that are the same in every run. */
const dice = (seed: number) => {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
};

const chunk = (content: Buffer) =>
	Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from('\r\n')]);

onSomeEngines('an upload on a bad line', (site) => {
	let form: Buffer;
	let port: number;
	beforeAll(async () => {
		const content = Buffer.concat([docx('', { name: 'word/media/a.png', data: noise(300_000) })]);
		form = formOf({ name: 'note', content: 'x' }, { filename: 'a.docx', content });
		await site().app.listen({ port: 0 });
		port = (site().app.server.address() as AddressInfo).port;
	});

	const head = (...headers: string[]) =>
		`POST /api/upload HTTP/1.1\r\nHost: localhost\r\n${site().lines}Content-Type: ${FORM_TYPE}\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`;
	const open = async () => {
		const socket = connect(port, '127.0.0.1').on('error', () => {});
		await once(socket, 'connect');
		return socket;
	};
	const descriptors = async () => (await readdir('/dev/fd')).length;
	/** Connections to the database come and go by themselves. */
	const noneLeft = (before: number) => expect.poll(descriptors).toBeLessThan(before + 10);
	const settled = (state: () => Promise<unknown>, expected: unknown) =>
		expect.poll(state).toEqual(expected);

	it('that breaks off anywhere leaves nothing', async () => {
		const [before, files] = [await descriptors(), await kept(site())];
		const random = dice(1);
		for (let round = 0; round < BREAKS; round++) {
			const chunked = round % 2 === 0;
			const whole = chunked
				? Buffer.concat([
						Buffer.from(head('Transfer-Encoding: chunked')),
						...[0, 1, 2, 3].map((quarter) =>
							chunk(form.subarray((form.length / 4) * quarter, (form.length / 4) * (quarter + 1))),
						),
						Buffer.from('0\r\n\r\n'),
					])
				: Buffer.concat([Buffer.from(head(`Content-Length: ${form.length}`)), form]);
			const socket = await open();
			socket.write(whole.subarray(0, Math.floor(random() * whole.length)));
			await wait(random() * 20);
			if (random() < 0.5) socket.resetAndDestroy();
			else socket.destroy();
		}
		await settled(() => kept(site()), files);
		await noneLeft(before);
	}, 600_000);

	it('that is cut by its sender’s own words is refused', async () => {
		const files = await kept(site());
		const socket = await open();
		socket.write(
			Buffer.concat([
				Buffer.from(head(`Content-Length: ${form.length - 4}`, 'Connection: close')),
				form.subarray(0, -4),
			]),
		);
		expect(await text(socket)).toMatch(/^HTTP\/1.1 400 .*"code":"bad_request"/s);
		await settled(() => kept(site()), files);
	});

	it('that announces too much is refused before it comes', async () => {
		const socket = await open();
		socket.write(head(`Content-Length: ${60 * MIB}`));
		const [answer] = await once(socket, 'data');
		expect(String(answer)).toMatch(/^HTTP\/1.1 413 .*"code":"too_large"/s);
		socket.destroy();
	});

	it('that does not say how much is coming is cut at the limit', async () => {
		const files = await kept(site());
		const socket = await open();
		const sent = chunk(Buffer.alloc(MIB));
		const answer = once(socket, 'data');
		socket.write(head('Transfer-Encoding: chunked'));
		socket.write(chunk(formOf({ filename: 'a.pdf', content: '%PDF-1.4' }).subarray(0, -20)));
		for (let sentChunks = 0; sentChunks < 55; sentChunks++)
			if (!socket.write(sent)) await Promise.race([once(socket, 'drain'), answer]);
		expect(String((await answer)[0])).toMatch(/^HTTP\/1.1 413 .*larger than 50 MB/s);
		socket.destroy();
		await settled(() => kept(site()), files);
	});

	it('that is refused while it comes leaves the line fit for use', async () => {
		const body = formOf({ filename: 'a.exe', content: Buffer.alloc(3 * MIB) });
		const socket = await open();
		let received = '';
		socket.on('data', (data) => {
			received += data;
		});
		socket.write(head(`Content-Length: ${body.length}`));
		socket.write(body.subarray(0, 1000));
		await expect.poll(() => received).toMatch(/^HTTP\/1.1 415 /);
		socket.write(body.subarray(1000));
		socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
		await expect.poll(() => received).toMatch(/HTTP\/1.1 200 OK/);
		socket.destroy();
	});

	it('that is mutilated is refused, or else is whole', async () => {
		const random = dice(2);
		const seen = new Map<number, number>();
		const url = `http://127.0.0.1:${port}/api/upload`;
		const body = formOf(
			{ name: 'note', content: 'x' },
			{ filename: 'a.pdf', content: await pdf() },
		);
		const bits = [
			'\r\n',
			'\r\n\r\n',
			'--',
			'--a-boundary',
			'--a-boundary--',
			'\0',
			'"',
			';',
			'\xff',
			': ',
			'filename=',
		];
		const below = (n: number) => Math.floor(random() * n);
		const mutilateOnce = (bytes: Buffer) => {
			const at = below(random() < 0.5 ? bytes.length : Math.min(300, bytes.length));
			const [head, tail, until] = [bytes.subarray(0, at), bytes.subarray(at), at + below(40)];
			const bit = Buffer.from(bits[below(bits.length)] ?? '', 'latin1');
			const mutilated = [
				[head, bit, tail],
				[head, bytes.subarray(until)],
				[bytes.subarray(0, until), tail],
				[bytes.subarray(0, Math.max(1, at))],
				[head, Buffer.from([below(256)]), tail.subarray(1)],
			];
			return Buffer.concat(mutilated[below(mutilated.length)] ?? []);
		};
		const mutilate = () => {
			let bytes = Buffer.from(body);
			for (let times = 0; times <= random() * 4; times++) bytes = mutilateOnce(bytes);
			return bytes;
		};
		for (let round = 0; round < MUTILATED; round++) {
			const answer = await fetch(url, {
				method: 'POST',
				headers: { ...site().headers, 'content-type': FORM_TYPE },
				body: mutilate(),
			});
			const read = (await answer.json()) as { success: boolean; error?: string; code?: string };
			seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
			const refusal = { success: false, error: expect.any(String), code: expect.any(String) };
			expect(read).toMatchObject(answer.status === 201 ? { success: true } : refusal);
			expect([2, 4]).toContain(Math.floor(answer.status / 100));
		}
		expect(seen.get(201)).toBeGreaterThan(0);
		expect(seen.get(400)).toBeGreaterThan(MUTILATED / 5);
		expect(seen.get(415)).toBeGreaterThan(0);
		expect((await kept(site())).underWay).toBe(0);
		expect(await upload(site(), 'a.pdf', await pdf('still here'))).toMatchObject({ status: 201 });
	}, 600_000);

	it('that goes down while a file is sent to it lets go of the file', async () => {
		const content = docx('', { name: 'word/a.png', data: noise(10 * MIB), stored: true });
		const { body } = await upload(site(), 'large.docx', content);
		const before = await descriptors();
		for (let round = 0; round < rounds(30); round++) {
			const socket = await open();
			socket.write(`GET ${body.url} HTTP/1.1\r\nHost: localhost\r\n${site().lines}\r\n`);
			if (round % 3 !== 0) await once(socket, 'data');
			socket.pause();
			socket.resetAndDestroy();
		}
		await noneLeft(before);
	});
});
