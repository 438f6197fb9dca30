import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf, largePdf } from '../../server/files/fixtures/chunks.ts';
import { signIn } from '../signed-in.ts';
import { attempt, insist, read, send } from './calls.ts';
import { expectSound } from './invariants.ts';
import { AT_LENGTH } from './length.ts';
import { startPair } from './pair.ts';
import { makePlace } from './places.ts';
import { startServer } from './server.ts';

const KIB = 1024;
const FILES = AT_LENGTH ? 40 : 3;
/** After so many chunks the other server is killed. */
const EVERY = AT_LENGTH ? 12 : 18;
const BYTES = (AT_LENGTH ? 20 : 3) * KIB * KIB;

/** Somebody who goes on, whatever becomes of the servers: as the console does. */
const sender = (urls: () => readonly string[], headers: Record<string, string>) => {
	let turn = 0;
	const call = async (path: string, init: RequestInit) => {
		const done = await insist(
			() => attempt(`${urls()[turn++ % urls().length]}/api/uploads${path}`, init),
			({ known }) => known,
		);
		if (!done.known) throw new Error(`No answer to ${init.method} ${path}`);
		return done;
	};
	return {
		begin: async (content: Buffer, name: string) => {
			const body = { name, size: content.length, sha256: hashOf(content) };
			return (await call('', send('POST', body, headers))).body.data;
		},
		put: (id: string, n: number, bytes: Buffer) =>
			call(`/${id}/${n}`, {
				method: 'PUT',
				body: new Uint8Array(bytes),
				headers: { ...headers, 'content-type': 'application/octet-stream' },
			}),
		finish: (id: string) => call(`/${id}/finish`, { method: 'POST', headers }),
	};
};

type Sender = ReturnType<typeof sender>;

/** Sends files one after the other; `between` happens before each chunk. Resolves to their links, by content. */
const sendFiles = async (to: Sender, between: (chunk: number) => Promise<unknown>) => {
	const links = new Map<Buffer, string>();
	let sent = 0;
	for (let at = 0; at < FILES; at++) {
		const content = largePdf(BYTES + at);
		const { id, chunk } = await to.begin(content, `Paper ${at}.pdf`);
		for (let n = 0; n * chunk < content.length; n++) {
			await between(sent++);
			const bytes = content.subarray(n * chunk, (n + 1) * chunk);
			expect((await to.put(id, n, bytes)).status).toBe(200);
		}
		const { status, body } = await to.finish(id);
		expect(status, JSON.stringify(body)).toBe(201);
		links.set(content, body.url);
	}
	return links;
};

const expectThere = async (
	url: string,
	headers: Record<string, string>,
	links: Map<Buffer, string>,
) => {
	for (const [content, link] of links) {
		const answer = await fetch(url + link, { headers });
		expect(answer.status).toBe(200);
		expect(hashOf(Buffer.from(await answer.arrayBuffer()))).toBe(hashOf(content));
	}
};

describe('uploads in chunks', { timeout: 900_000 }, () => {
	it.runIf(AT_LENGTH)('go on after a server was killed among them', async () => {
		const place = await makePlace('sqlite');
		let server = await startServer(place.dataDir);
		try {
			const headers = await signIn(server.url);
			const to = sender(() => [server.url], headers);
			const links = await sendFiles(to, async (chunk) => {
				if (chunk % 9 !== 4) return;
				await server.kill();
				server = await startServer(place.dataDir);
			});
			await expectThere(server.url, headers, links);
			expect((await read(`${server.url}/api/files?names=`, headers)).status).toBe(200);
			await server.stop();
			await expectSound(place);
		} finally {
			await server.kill();
			await place.remove();
		}
	});

	describe('to two servers and one store', () => {
		let pair: Awaited<ReturnType<typeof startPair>>;
		beforeAll(async () => {
			pair = await startPair();
		});
		afterAll(() => pair.stop());

		it('end on the one that is left, while the other is killed and comes back', async () => {
			const headers = await signIn(pair.urls()[0]);
			let away: Promise<unknown> = Promise.resolve();
			const to = sender(() => pair.urls(), headers);
			const links = await sendFiles(to, async (chunk) => {
				if (chunk % EVERY !== 5) return;
				await away;
				const which = ((chunk / EVERY) | 0) % 2 ? 1 : 0;
				// In the middle of what it is doing, perhaps.
				away = sleep(Math.random() * 40).then(async () => {
					await pair.servers[which].kill();
					await pair.startAgain(which);
				});
			});
			await away;
			for (const url of pair.urls()) await expectThere(url, headers, links);
			await pair.expectSound();
		});
	});
});
