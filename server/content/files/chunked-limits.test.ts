import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../config.ts';
import { chunked, hashOf, largePdf } from '../../platform/files/fixtures/chunks.ts';
import { onEveryStore } from '../../platform/files/fixtures/every-store.ts';
import { makeTestAppWith, type TestApp } from '../../testing/app.ts';
import { sweepFiles } from './sweep.ts';

const KIB = 1024;
const MIB = 1024 ** 2;
const DAY_MS = 24 * 60 * 60 * 1000;

onEveryStore('an upload in chunks', (on) => {
	it('is visible to its sender only', async () => {
		const content = largePdf(300 * KIB);
		const begun = await on().begin(content);
		const other = chunked(on().site, await on().site.as('editor'));
		const answers = [
			await other.read(begun.id),
			await other.send(content, begun, 0),
			await other.finish(begun.id),
			await other.cancel(begun.id),
			await on().calls.read(randomUUID()),
			await on().calls.read('nothing'),
		];
		for (const answer of answers)
			expect(answer).toMatchObject({ status: 404, body: { error: 'Upload not found' } });
		expect((await on().calls.read(begun.id)).status).toBe(200);
	});

	it('is started once per Idempotency-Key', async () => {
		const body = { name: 'Paper 1.pdf', size: 300 * KIB };
		const key = { 'idempotency-key': randomUUID() };
		const first = await on().calls.begin(body, key);
		expect((await on().calls.begin(body, key)).body).toEqual(first.body);
		expect((await on().calls.begin({ ...body, size: 1 }, key)).body.code).toBe(
			'idempotency_conflict',
		);
		expect((await on().calls.begin(body)).body.data.id).not.toBe(first.body.data.id);
	});

	it('is swept after a day without progress, and not before', async () => {
		const content = largePdf(600 * KIB);
		const living = await on().sendChunks(content, [0, 1]);
		const old = await on().sendChunks(largePdf(600 * KIB), [0, 1]);
		const before = await on().countStored();
		const sweep = () => sweepFiles(on().site, { youngMs: -60_000 });
		expect(await sweep()).toEqual({ files: 0, contents: 0 });
		expect(await on().countStored()).toEqual(before);
		await on().age(old.id, DAY_MS);
		expect((await on().calls.read(old.id)).status).toBe(404);
		expect(await sweep()).toEqual({ files: 0, contents: 2 });
		expect(await on().countStored()).toMatchObject({ chunks: before.chunks - 2, underWay: 0 });
		await on().calls.send(content, living, 2);
		expect((await on().calls.finish(living.id)).status).toBe(201);
	});

	it('is rejected while ten of the largest size are unfinished', async () => {
		const other = chunked(on().site, await on().site.as('editor'));
		const begun = [];
		for (let nr = 0; nr < 10; nr++)
			begun.push((await other.begin({ name: `${nr}.pdf`, size: 50 * MIB })).body.data);
		const another = { name: 'Paper 1.pdf', size: 1 };
		expect((await other.begin(another)).body).toMatchObject({
			code: 'too_large',
			error: expect.stringContaining('500 MB of unfinished uploads'),
		});
		await other.cancel(begun[0].id);
		expect((await other.begin(another)).status).toBe(201);
	});

	it('is rejected at the start if its file would be', async () => {
		const refused = async (body: object) => (await on().calls.begin(body)).body;
		const file = { name: 'a.pdf', size: 1 };
		expect((await refused({})).fields).toEqual({
			name: 'Name is required',
			size: 'Size is required',
		});
		const tooLarge = await refused({ ...file, size: 50 * MIB + 1 });
		expect(tooLarge.fields.size).toBe('The file is larger than 50 MB.');
		expect((await refused({ ...file, size: 0 })).fields.size).toBe('This file is empty.');
		expect((await refused({ ...file, sha256: 'x' })).fields).toHaveProperty('sha256');
		expect((await refused({ ...file, name: 'a.exe' })).code).toBe('unsupported_type');
	});
});

describe('chunks', () => {
	let site: TestApp;
	beforeAll(async () => {
		site = await makeTestAppWith('sqlite', { config: { rateLimits: true } });
	});
	afterAll(() => site.close());

	it('count as uploads only if the content is new', async () => {
		const editor = await site.as('editor');
		const content = largePdf(300 * KIB);
		const known = { name: 'a.pdf', size: content.length, sha256: hashOf(content) };
		const first = chunked(site);
		const begun = (await first.begin(known)).body.data;
		for (const n of [0, 1]) await first.send(content, begun, n);
		expect((await first.finish(begun.id)).status).toBe(201);
		for (let count = 0; count < LIMITS.uploads.max; count++) await editor.call('POST', '/upload');
		const begin = async (file: object) => (await editor.call('POST', '/uploads', file)).status;
		expect(await begin({ name: 'b.pdf', size: 9 })).toBe(429);
		expect(await begin(known)).toBe(200);
	});
});
