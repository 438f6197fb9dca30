import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chunked, hashOf, largePdf } from '../../platform/files/fixtures/chunks.ts';
import { onEveryStore } from '../../platform/files/fixtures/every-store.ts';
import { upload } from '../../platform/files/fixtures/form.ts';
import { makeTestApp } from '../../testing/app.ts';
import { sweepFiles } from './sweep.ts';

const KIB = 1024;
const DAY_MS = 24 * 60 * 60 * 1000;

onEveryStore('a file in chunks', (on) => {
	it('is complete once all chunks have arrived in any order, and leaves no chunks', async () => {
		const content = largePdf(900 * KIB);
		const before = await on().countStored();
		const begun = await on().begin(content);
		expect(begun).toEqual({
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			name: 'Paper 1.pdf',
			size: content.length,
			chunk: 256 * KIB,
			received: [],
			url: null,
		});
		for (const n of [3, 0, 2]) await on().calls.send(content, begun, n);
		expect((await on().calls.read(begun.id)).body.data.received).toEqual([0, 2, 3]);
		expect(await on().calls.finish(begun.id)).toMatchObject({
			status: 409,
			body: { error: '3 of 4 chunks have arrived.', data: { received: [0, 2, 3] } },
		});
		await on().calls.send(content, begun, 1);
		const { status, body } = await on().calls.finish(begun.id);
		const { url } = body;
		expect({ status, body }).toEqual({
			status: 201,
			body: {
				success: true,
				url,
				data: { url, name: 'Paper 1.pdf', size: content.length, type: 'application/pdf' },
			},
		});
		const download = await on().site.inject({ url });
		expect(download.rawPayload.equals(content)).toBe(true);
		expect(await on().countStored()).toEqual({
			contents: before.contents + 1,
			underWay: 0,
			files: before.files + 1,
			chunks: 0,
		});
		// A repeated request gets the same answer, and late chunks are listed.
		expect((await on().calls.finish(begun.id)).body).toEqual(body);
		expect((await on().calls.read(begun.id)).body.data).toMatchObject({
			received: [0, 1, 2, 3],
			url,
		});
		expect((await on().calls.send(content, begun, 0)).body.error).toBe('This upload is finished.');
	});

	it('has the same link as when it is sent whole', async () => {
		const content = largePdf(300 * KIB);
		const { id } = await on().sendChunks(content, [0, 1]);
		const { body } = await on().calls.finish(id);
		expect((await upload(on().site, 'Paper 1.pdf', content)).body).toEqual(body);
	});

	it('is one file with one audit row when it is finished many times at once', async () => {
		const content = largePdf(600 * KIB);
		const { id } = await on().sendChunks(content, [0, 1, 2]);
		const before = await on().countStored();
		const answers = await Promise.all(Array.from({ length: 6 }, () => on().calls.finish(id)));
		expect(new Set(answers.map(({ status, body }) => `${status} ${body.url}`)).size).toBe(1);
		expect(answers[0]?.status).toBe(201);
		expect((await on().countStored()).files).toBe(before.files + 1);
		const trail = await on().site.call('GET', '/audit?action=upload&limit=100');
		const ofIt = trail.body.data.data.filter(
			({ after }: { after: { url: string } }) => after.url === answers[0]?.body.url,
		);
		expect(ofIt).toHaveLength(1);
	});

	it('accepts a repeated chunk, and rejects another one in its place', async () => {
		const content = largePdf(512 * KIB);
		const begun = await on().begin(content);
		const first = content.subarray(0, 256 * KIB);
		const other = Buffer.alloc(256 * KIB, 'x');
		const same = await Promise.all(
			Array.from({ length: 5 }, () => on().calls.put(begun.id, 0, first)),
		);
		expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
		expect(await on().calls.put(begun.id, 0, other)).toMatchObject({
			status: 409,
			body: { code: 'conflict', error: 'Chunk 0 was already uploaded with other bytes.' },
		});
		const raced = await Promise.all(
			[first, other].map((bytes) => on().calls.put(begun.id, 1, bytes)),
		);
		expect(raced.map(({ status }) => status).sort()).toEqual([200, 409]);
	});

	it('rejects a chunk that is too long, too short, or not part of it', async () => {
		const content = largePdf(300 * KIB);
		const { id, chunk } = await on().begin(content);
		const before = await on().countStored();
		const wrong = { status: 422, body: { fields: { chunk: 'Chunk 0 must have 262144 bytes.' } } };
		expect(await on().calls.put(id, 0, Buffer.alloc(chunk + 1))).toMatchObject(wrong);
		expect(await on().calls.put(id, 0, Buffer.alloc(chunk - 1))).toMatchObject(wrong);
		expect(await on().calls.put(id, 0, Buffer.alloc(0))).toMatchObject(wrong);
		for (const n of ['2', '-1', 'one', '1.0', '99999999'])
			expect(await on().calls.put(id, n, Buffer.alloc(chunk))).toMatchObject({
				status: 422,
				body: { fields: { n: 'The number of a chunk must be 0 to 1.' } },
			});
		const json = { 'content-type': 'application/json' };
		expect((await on().calls.put(id, 0, content.subarray(0, chunk), json)).status).toBe(415);
		const unnamed = await on().site.inject({
			method: 'PUT',
			url: `/api/uploads/${id}/0`,
			payload: Buffer.alloc(1),
		});
		expect(unnamed.statusCode).toBe(422);
		expect(await on().countStored()).toEqual(before);
	});

	it('needs no chunks if the content exists, also under another name', async () => {
		const content = largePdf(300 * KIB);
		const sha256 = hashOf(content);
		const uploaded = await upload(on().site, 'Paper 1.pdf', content);
		const facts = { size: content.length, sha256 };
		expect(await on().calls.begin({ name: 'Paper 1.pdf', ...facts })).toMatchObject({
			status: 200,
			body: uploaded.body,
		});
		const renamed = await on().calls.begin({ name: 'a/Copy of it.PDF', ...facts });
		expect(renamed).toMatchObject({ status: 200, body: { data: { name: 'Copy of it.PDF' } } });
		expect((await on().site.inject({ url: renamed.body.url })).rawPayload.equals(content)).toBe(
			true,
		);
		// The content was never inspected as this type.
		expect((await on().calls.begin({ name: 'Paper 1.docx', ...facts })).status).toBe(201);
		// A row whose content is missing does not count.
		await on().site.files.remove(sha256);
		expect((await on().calls.begin({ name: 'Paper 1.pdf', ...facts })).status).toBe(201);
	});

	it('is continued when its sender starts it again, but not by another person', async () => {
		const content = largePdf(600 * KIB);
		const facts = { sha256: hashOf(content) };
		const begun = await on().sendChunks(content, [1], facts);
		await on().age(begun.id, DAY_MS - 60_000);
		const again = await on().begin(content, facts);
		expect(again).toEqual({ ...begun, received: [1] });
		// The age counts from here again.
		expect(await sweepFiles(on().site)).toMatchObject({ contents: 0 });
		const other = chunked(on().site, await on().site.as('editor'));
		const theirs = await other.begin({ name: 'Paper 1.pdf', size: content.length, ...facts });
		expect(theirs.body.data).toMatchObject({ received: [] });
		expect(theirs.body.data.id).not.toBe(begun.id);
		for (const n of [0, 2]) await on().calls.send(content, begun, n);
		expect((await on().calls.finish(begun.id)).status).toBe(201);
	});

	it('is rejected if its content differs from the announced one or is not allowed', async () => {
		const content = largePdf(300 * KIB);
		const before = await on().countStored();
		const lied = await on().sendChunks(content, [0, 1], { sha256: hashOf(Buffer.from('another')) });
		expect(await on().calls.finish(lied.id)).toMatchObject({
			status: 422,
			body: {
				fields: { sha256: expect.stringContaining('do not match the announced size or hash') },
			},
		});
		expect((await on().calls.read(lied.id)).body.data.received).toEqual([]);
		const text = await on().sendChunks(Buffer.alloc(300 * KIB, 'text '), [0, 1]);
		for (let times = 0; times < 2; times++)
			expect(await on().calls.finish(text.id)).toMatchObject({
				status: 415,
				body: { error: expect.stringContaining('not a PDF (.pdf)') },
			});
		expect((await on().calls.cancel(text.id)).body).toEqual({ success: true, data: null });
		expect((await on().calls.read(text.id)).status).toBe(404);
		expect(await on().countStored()).toEqual({ ...before, underWay: 0 });
	});

	it('requests a chunk again that the store has lost', async () => {
		const content = largePdf(600 * KIB);
		const begun = await on().sendChunks(content, [0, 1, 2]);
		await on().site.files.remove(hashOf(content.subarray(256 * KIB, 512 * KIB)));
		expect(await on().calls.finish(begun.id)).toMatchObject({
			status: 409,
			body: { error: 'Chunk 1 is gone. Please send it again.', data: { received: [0, 2] } },
		});
		expect((await on().calls.read(begun.id)).body.data.received).toEqual([0, 2]);
		await on().calls.send(content, begun, 1);
		expect((await on().calls.finish(begun.id)).status).toBe(201);
	});
});

it('requests only the chunk again whose bytes changed on the disk', async () => {
	const site = await makeTestApp('sqlite');
	const calls = chunked(site);
	const content = largePdf(600 * KIB);
	const { body } = await calls.begin({
		name: 'Paper 1.pdf',
		size: content.length,
		sha256: hashOf(content),
	});
	for (const n of [0, 1, 2]) await calls.send(content, body.data, n);
	const chunk = Buffer.from(content.subarray(256 * KIB, 512 * KIB));
	const sha256 = hashOf(chunk);
	chunk[1_000] = (chunk[1_000] ?? 0) ^ 1;
	await writeFile(
		join(site.dataDir, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256),
		chunk,
	);
	expect(await calls.finish(body.data.id)).toMatchObject({
		status: 409,
		body: { error: 'Chunk 1 is damaged. Please send it again.', data: { received: [0, 2] } },
	});
	await calls.send(content, body.data, 1);
	expect((await calls.finish(body.data.id)).status).toBe(201);
	await site.close();
});
