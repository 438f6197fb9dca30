import { createHash } from 'node:crypto';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { makeTestFolder } from '../../testing/folder.ts';
import { openDiskStore } from './disk.ts';
import type { FileStore } from './store.ts';

const MIB = 1024 ** 2;

let root: string;
let store: FileStore;
beforeEach(async () => {
	root = makeTestFolder();
	store = await openDiskStore(root);
});

async function* stream(content: string) {
	yield Buffer.from(content);
}

const underWay = () => readdir(join(root, 'tmp'));
const contents = async () =>
	(await readdir(root, { recursive: true })).filter((path) => /[0-9a-f]{64}$/.test(path));

it('stores a content at the path of its hash', async () => {
	const staged = await store.receive(stream('Paper 1'), MIB);
	await staged.place();
	await staged.discard();
	const hash = createHash('sha256').update('Paper 1').digest('hex');
	const path = join(root, hash.slice(0, 2), hash.slice(2, 4), hash);
	expect(await readFile(path, 'utf8')).toBe('Paper 1');
	await writeFile(join(root, 'README'), 'not one of ours');
	const listed = await Array.fromAsync(store.list());
	expect(listed.map(({ sha256 }) => sha256)).toEqual([hash]);
});

it('stores files readable by their owner only', async () => {
	const staged = await store.receive(stream('Paper 1'), MIB);
	await staged.place();
	const [name] = await underWay();
	for (const path of ['tmp', `${staged.sha256.slice(0, 2)}`])
		expect((await stat(join(root, path))).mode & 0o777).toBe(0o700);
	for (const path of [`tmp/${name}`, ...(await contents())])
		expect((await stat(join(root, path))).mode & 0o777).toBe(0o600);
	await staged.discard();
});

it('keeps an upload in progress, whatever the clock', async () => {
	const staged = await store.receive(stream('Paper 1'), MIB);
	const [name = ''] = await underWay();
	await utimes(join(root, 'tmp', name), new Date(0), new Date(0));
	await store.tidy();
	await staged.place();
	await staged.discard();
	expect(await store.has(staged.sha256)).toBe(true);
	expect(await underWay()).toEqual([]);
});

it('deletes uploads left for an hour, also when it opens', async () => {
	const hour = 60 * 60 * 1000;
	const leave = async (name: string, age: number) => {
		await writeFile(join(root, 'tmp', name), 'half a file');
		const then = new Date(Date.now() - age);
		await utimes(join(root, 'tmp', name), then, then);
	};
	await leave('old', hour + 5_000);
	await leave('young', hour - 5_000);
	await store.tidy();
	expect(await underWay()).toEqual(['young']);
	await leave('young', 2 * hour);
	await openDiskStore(root);
	expect(await underWay()).toEqual([]);
});
