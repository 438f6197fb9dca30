import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileLink } from '#shared/contract/learners/learners.ts';
import { download } from '../../../examples/learner/download.ts';
import { AT_LENGTH } from '../../../tests/faults/length.ts';
import { pdf } from '../../platform/files/fixtures/documents.ts';
import { upload } from '../../platform/files/fixtures/form.ts';
import { type S3, startS3 } from '../../platform/files/fixtures/s3.ts';
import { makeTestAppWith, type TestApp } from '../../testing/app.ts';
import { createContent } from '../../testing/content.ts';

const SIZE = AT_LENGTH ? 50 * 2 ** 20 : 2 ** 20;
/** Bytes after which the connection breaks: five minutes at 400 kbit/s, for 50 MiB. */
const BREAK = Math.ceil(SIZE / 3.5);
const MINUTE = 60_000;

/** Starts a proxy whose connections break after some bytes. */
const startBrittleProxy = async (to: string) => {
	const server = createServer(async (request, reply) => {
		const headers = request.headers as Record<string, string>;
		const answer = await fetch(to + request.url, {
			headers: { ...headers, host: new URL(to).host },
		});
		reply.writeHead(answer.status, Object.fromEntries(answer.headers));
		const content = Buffer.from(await answer.arrayBuffer());
		if (content.length <= BREAK) reply.end(content);
		else reply.write(content.subarray(0, BREAK), () => reply.destroy());
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
};

describe.each([
	['sqlite', 'disk'],
	['postgres', 'bucket'],
] as const)('links to files (%s, %s)', (engine, store) => {
	let clock = Date.parse('2026-11-28T06:00:00.000Z');
	let s3: S3 | undefined;
	let site: TestApp;
	let proxy: Awaited<ReturnType<typeof startBrittleProxy>>;
	beforeAll(async () => {
		if (store === 'bucket') s3 = await startS3();
		site = await makeTestAppWith(engine, {
			bucket: s3?.settings(`${randomUUID()}/`),
			payments: { now: () => clock },
		});
		proxy = await startBrittleProxy(await site.app.listen({ host: '127.0.0.1', port: 0 }));
	});
	afterAll(async () => {
		proxy.close();
		await site.close();
		await s3?.stop();
	});

	it(`download ${SIZE} bytes over several links that end meanwhile`, async () => {
		const start = await pdf('Long');
		const content = Buffer.concat([start, randomBytes(SIZE - start.length)]);
		const { body } = await upload(site, 'Long.pdf', content);
		const make = createContent(site);
		const { id: courseId } = await make.course();
		const { id: subjectId } = await make.subject({ courseId });
		const topic = { freeTopic: true, topicUrl: body.url };
		const { id } = await make.topic({ courseId, subjectId }, topic);
		const links: string[] = [];
		const getLink = async () => {
			const link: FileLink = (await site.anyone('GET', `/v1/files/${id}`)).body.data;
			links.push(link.url);
			// What comes next finds the earlier link ended.
			clock += 11 * MINUTE;
			const { pathname, search } = new URL(link.url);
			return { ...link, url: proxy.url + pathname + search };
		};
		const file = await download(getLink, undefined, 1);
		const digest = createHash('sha256').update(Buffer.from(await file.arrayBuffer()));
		expect(digest.digest('hex')).toBe(createHash('sha256').update(content).digest('hex'));
		expect(new Set(links).size).toBeGreaterThan(3);
		const { pathname, search } = new URL(links[0] as string);
		expect((await site.app.inject({ url: pathname + search })).statusCode).toBe(403);
	});
});
