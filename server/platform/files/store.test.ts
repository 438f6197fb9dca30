import { createHash, randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestFolder } from '../../testing/folder.ts';
import { type S3, startS3 } from './fixtures/s3.ts';
import { openFileStore } from './open.ts';
import type { FileStore } from './store.ts';

const MIB = 1024 ** 2;
const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');

let s3: S3;
beforeAll(async () => {
	s3 = await startS3();
});
afterAll(() => s3.stop());

async function* stream(...chunks: (string | Buffer | Error)[]) {
	for (const chunk of chunks) {
		if (chunk instanceof Error) throw chunk;
		yield Buffer.from(chunk);
	}
}

describe.each(['disk', 'bucket'])('a store (%s)', (kind) => {
	let root: string;
	let store: FileStore;
	beforeEach(async () => {
		root = makeTestFolder();
		const bucket = kind === 'bucket' ? s3.settings(`${randomUUID()}/`) : undefined;
		store = await openFileStore({ dataDir: root, bucket });
	});

	const add = async (content: string) => {
		const staged = await store.receive(stream(content), MIB);
		await staged.place();
		await staged.discard();
		return staged;
	};

	const underWay = () => readdir(join(root, 'files/tmp'));
	const contents = () => Array.fromAsync(store.list());
	const descriptors = async () => (await readdir('/dev/fd')).length;
	/** Connections to a service come and go by themselves. */
	const noneLeft = (before: number) => expect.poll(descriptors).toBeLessThanOrEqual(before);

	describe('receiving', () => {
		it('keeps a stream of chunks under the hash of its content', async () => {
			const staged = await store.receive(stream('Pap', '', 'er 1'), MIB);
			expect(staged).toMatchObject({ sha256: sha256('Paper 1'), size: 7 });
			expect((await staged.read(2, 3)).toString()).toBe('per');
			expect((await staged.read(5, 100)).toString()).toBe(' 1');
			expect((await staged.read(100, 1)).toString()).toBe('');
			await staged.place();
			await staged.discard();
			const content = await store.open(sha256('Paper 1'));
			expect((await buffer(content as NonNullable<typeof content>)).toString()).toBe('Paper 1');
			expect(await underWay()).toEqual([]);
		});

		it('accepts exactly the maximum size, and never writes more', async () => {
			const chunk = Buffer.alloc(64 * 1024);
			let largest = 0;
			async function* measured(chunks: number, extra: string) {
				for (let at = 0; at < chunks; at++) {
					yield chunk;
					const [name] = await underWay();
					largest = Math.max(largest, (await stat(join(root, 'files/tmp', name ?? ''))).size);
				}
				yield Buffer.from(extra);
			}
			const staged = await store.receive(measured(16, ''), MIB);
			expect(staged.size).toBe(MIB);
			await staged.discard();
			await expect(store.receive(measured(16, '!'), MIB)).rejects.toMatchObject({
				code: 'too_large',
				message: 'The file is larger than 1 MB.',
			});
			await expect(store.receive(measured(500, ''), MIB)).rejects.toMatchObject({
				code: 'too_large',
			});
			expect(largest).toBe(MIB);
			expect(await underWay()).toEqual([]);
		});

		it('deletes the file of a failed stream', async () => {
			const before = await descriptors();
			for (let chunks = 0; chunks < 20; chunks++) {
				const failing = stream(...Array(chunks).fill('chunk'), new Error('cut off'));
				await expect(store.receive(failing, MIB)).rejects.toThrow('cut off');
			}
			expect(await underWay()).toEqual([]);
			expect(await contents()).toEqual([]);
			await noneLeft(before);
		});

		it('deletes a file that is discarded before it is placed', async () => {
			const before = await descriptors();
			const staged = await store.receive(stream('Paper 1'), MIB);
			await staged.discard();
			await staged.discard();
			expect(await store.has(staged.sha256)).toBe(false);
			expect(await underWay()).toEqual([]);
			await noneLeft(before);
		});
	});

	describe('placing', () => {
		it('stores the same content of concurrent uploads once', async () => {
			const staged = await Promise.all(
				Array.from({ length: 8 }, () => store.receive(stream('the', ' same'), MIB)),
			);
			await Promise.all(staged.map((file) => file.place()));
			await Promise.all(staged.map((file) => file.discard()));
			expect(await contents()).toHaveLength(1);
			expect(await underWay()).toEqual([]);
			const content = await store.open(sha256('the same'));
			expect((await buffer(content as NonNullable<typeof content>)).toString()).toBe('the same');
		});

		it('restores a content that was removed in between', async () => {
			const staged = await store.receive(stream('Paper 1'), MIB);
			await staged.place();
			await store.remove(staged.sha256);
			expect(await store.has(staged.sha256)).toBe(false);
			await staged.place();
			await staged.discard();
			expect(await store.has(staged.sha256)).toBe(true);
		});
	});

	describe('reading', () => {
		it('returns a content or a part of it', async () => {
			const { sha256: hash } = await add('Paper 1');
			const read = async (range?: { start: number; end: number }) =>
				(await buffer((await store.open(hash, range)) ?? stream())).toString();
			expect(await read()).toBe('Paper 1');
			expect(await read({ start: 0, end: 1 })).toBe('Pa');
			expect(await read({ start: 2, end: 4 })).toBe('per');
			expect(await read({ start: 6, end: 6 })).toBe('1');
		});

		it('returns undefined for a missing content', async () => {
			expect(await store.open(sha256('nothing'))).toBeUndefined();
			expect(await store.has(sha256('nothing'))).toBe(false);
			await store.remove(sha256('nothing'));
		});

		it('closes the file when its reader stops', async () => {
			const { sha256: hash } = await add('x'.repeat(500_000));
			const before = await descriptors();
			for (let times = 0; times < 20; times++) {
				const content = await store.open(hash);
				await new Promise((closed) =>
					content?.once('data', () => content.destroy()).once('close', closed),
				);
			}
			await noneLeft(before);
		});

		it('lists its contents with their times', async () => {
			const started = Date.now() - 2000;
			const hashes = [];
			for (const content of ['a', 'b', 'c']) hashes.push((await add(content)).sha256);
			const listed = await Array.fromAsync(store.list());
			expect(listed.map(({ sha256: hash }) => hash).sort()).toEqual(hashes.sort());
			for (const { storedAt, size } of listed) {
				expect(storedAt.getTime()).toBeGreaterThan(started);
				expect(size).toBe(1);
			}
		});
	});
});
