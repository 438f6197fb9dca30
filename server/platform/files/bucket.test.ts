import { createHash, randomUUID } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestFolder } from '../../testing/folder.ts';
import { openBucketStore } from './bucket.ts';
import type { BucketSettings } from './bucket-settings.ts';
import type { Faults } from './fixtures/faulty-proxy.ts';
import { type S3, startS3 } from './fixtures/s3.ts';
import type { FileStore } from './store.ts';

const MIB = 1024 ** 2;

let s3: S3;
let folder: string;
let settings: BucketSettings;
let store: FileStore;
beforeAll(async () => {
	s3 = await startS3();
});
afterAll(() => s3.stop());
beforeEach(async () => {
	folder = makeTestFolder();
	settings = s3.settings(`${randomUUID()}/`);
	store = await openBucketStore(settings, folder);
});
afterEach(() => {
	s3.faults.kind = 'none';
	s3.faults.drop();
});

async function* stream(content: Buffer) {
	yield content;
}

const add = async (content: Buffer) => {
	const staged = await store.receive(stream(content), 2 * MIB);
	try {
		await staged.place();
	} finally {
		await staged.discard();
	}
	return staged.sha256;
};

const breakStore = (kind: Faults['kind']) => {
	s3.faults.kind = kind;
	s3.faults.drop();
};

/** Returns the error code of a call. */
const failing = (call: () => Promise<unknown>) =>
	call().then(
		() => 'none',
		(error: { code?: string }) => error.code,
	);

const content = () => Buffer.from(`Paper ${randomUUID()}`);

describe('a bucket', () => {
	it('stores a content at the address of its hash', async () => {
		const bytes = content();
		const sha256 = await add(bytes);
		const same = await openBucketStore({ ...settings, signedLinks: true }, folder);
		const link = await same.signedLink?.(sha256, {
			type: 'application/pdf',
			disposition: 'attachment; filename=a.pdf',
		});
		const url = new URL(link ?? '');
		expect(url.pathname).toBe(
			`/papers/${settings.prefix}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`,
		);
		expect(url.searchParams.get('X-Amz-Expires')).toBe('300');
		const answer = await fetch(url);
		expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
		expect(answer.headers.get('content-type')).toBe('application/pdf');
		expect(answer.headers.get('content-disposition')).toBe('attachment; filename=a.pdf');
		expect(store.signedLink).toBeUndefined();
	});

	it('is refused at start if it does not exist or denies access', async () => {
		await expect(openBucketStore({ ...settings, bucket: 'other' }, folder)).rejects.toThrow(
			'there is no bucket other',
		);
		const wrong = { ...settings, credentials: { accessKeyId: 'X', secretAccessKey: 'Y' } };
		await expect(openBucketStore(wrong, folder)).rejects.toThrow(
			'the store refuses access to the bucket papers',
		);
	});

	it('that does not answer is reported, and used once it answers', async () => {
		breakStore('down');
		const complaints: Error[] = [];
		store = await openBucketStore(settings, folder, (error) => complaints.push(error));
		expect(complaints).toHaveLength(1);
		breakStore('none');
		expect(await store.has(await add(content()))).toBe(true);
	});

	it('refuses bytes that do not match the hash', async () => {
		const staged = await store.receive(stream(Buffer.from('Paper 1')), MIB);
		const [name = ''] = await readdir(folder);
		await writeFile(join(folder, name), 'Paper 2');
		await expect(staged.place()).rejects.toMatchObject({ code: 'files_unavailable' });
		await staged.discard();
		expect(await store.has(staged.sha256)).toBe(false);
	});

	it('is not sent an unreadable file, and the process continues', async () => {
		const staged = await store.receive(stream(content()), MIB);
		const [name = ''] = await readdir(folder);
		await rm(join(folder, name));
		await expect(staged.place()).rejects.toMatchObject({ code: 'files_unavailable' });
		await staged.discard();
		expect(await store.has(staged.sha256)).toBe(false);
	});

	it('reports a content only if it is complete', async () => {
		const bytes = content();
		const sha256 = await add(bytes);
		// As after an interrupted copy by another tool, or in a faulty store.
		const { credentials, region, endpoint = '' } = settings;
		const client = new S3Client({
			region,
			endpoint,
			forcePathStyle: true,
			...(credentials && { credentials }),
		});
		const Key = `${settings.prefix}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
		await client.send(
			new PutObjectCommand({ Bucket: settings.bucket, Key, Body: bytes.subarray(1) }),
		);
		client.destroy();
		const read = async () => buffer((await store.open(sha256)) as never);
		expect((await read()).equals(bytes)).toBe(false);
		await add(bytes);
		expect((await read()).equals(bytes)).toBe(true);
	});

	it('stores contents larger than a buffer unchanged', async () => {
		const bytes = Buffer.alloc(MIB + 1, 'ufundi');
		const sha256 = await add(bytes);
		const read = await store.open(sha256);
		const hash = createHash('sha256').update(await buffer(read as never));
		expect(hash.digest('hex')).toBe(sha256);
		const part = await store.open(sha256, { start: MIB - 1, end: MIB });
		expect((await buffer(part as never)).equals(bytes.subarray(MIB - 1))).toBe(true);
	});

	it('lists more contents than one page of the service', async () => {
		const hashes: string[] = [];
		for (let n = 0; n < 30; n++) hashes.push(await add(content()));
		const listed = await Array.fromAsync(store.list());
		expect(listed.map(({ sha256 }) => sha256).sort()).toEqual(hashes.sort());
	});
});

describe('a failing store', () => {
	it.each<[string, Faults['kind'], string, string]>([
		['is down', 'down', 'files_unavailable', 'files_unavailable'],
		['does not answer', 'silent', 'files_unavailable', 'files_unavailable'],
		['fails', 500, 'files_unavailable', 'files_unavailable'],
		['is overloaded', 503, 'files_unavailable', 'files_unavailable'],
		['refuses', 403, 'files_unavailable', 'files_failed'],
	])('that %s fails calls in time, and leaves nothing', async (_, kind, writing, reading) => {
		const sha256 = await add(content());
		if (kind === 'silent') store = await openBucketStore({ ...settings, answerMs: 500 }, folder);
		breakStore(kind);
		const codes = await Promise.all([
			failing(() => add(content())),
			failing(() => store.has(sha256)),
			failing(() => store.remove(sha256)),
			failing(() => Array.fromAsync(store.list())),
			failing(() => store.open(sha256)),
		]);
		expect(codes).toEqual([writing, writing, writing, writing, reading]);
		expect(await readdir(folder)).toEqual([]);
		breakStore('none');
		store = await openBucketStore(settings, folder);
		expect(await store.has(sha256)).toBe(true);
	});

	it('fails the reader of a content that is cut off', async () => {
		const sha256 = await add(Buffer.alloc(MIB, 'ufundi'));
		breakStore({ cut: 100_000 });
		const read = await store.open(sha256);
		await expect(buffer(read as never)).rejects.toThrow();
	});
});
