import { statSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openOnce } from '../../db/fixtures/rich.ts';
import { openDiskStore } from '../../files/disk.ts';
import { folderOfGroup } from '../../test-folder.ts';
import { PROGRAM, runUfundi } from '../fixtures/run.ts';
import { fillWithSample } from '../import/sample.ts';

const SERVICE = { uid: 65_534, gid: 65_534 };

/** Whether another user can run the program: no folder above it is private. */
const isOpen = (path: string): boolean => {
	const above = dirname(path);
	return above === path || ((statSync(above).mode & 0o001) === 1 && isOpen(above));
};

const folder = folderOfGroup();
const archive = join(folder, 'ufundi.tar');
const dataDir = join(folder, 'data');

const paths = async (dir: string) => [
	dir,
	...(await readdir(dir, { recursive: true })).map((name) => join(dir, name)),
];

/** Returns everything in a folder that does not belong to the service. */
const strangers = async (dir: string) => {
	const found = [];
	for (const path of await paths(dir))
		if ((await lstat(path)).uid !== SERVICE.uid) found.push(path);
	return found;
};

const ufundi = (dir: string, as: Partial<typeof SERVICE>, ...args: string[]) =>
	runUfundi(args, { DATA_DIR: dir, DATABASE_URL: '' }, { ...as, encoding: 'latin1' });

describe.runIf(process.geteuid?.() === 0)('root, with the data of a service', () => {
	beforeAll(async () => {
		await chmod(folder, 0o755);
		await mkdir(dataDir);
		await openOnce({ dataDir, databaseUrl: undefined }, async (database) =>
			fillWithSample(database, await openDiskStore(join(dataDir, 'files'))),
		);
		for (const path of await paths(dataDir)) await chown(path, SERVICE.uid, SERVICE.gid);
	});

	it('leaves no file of its own after a backup', async () => {
		expect(await ufundi(dataDir, {}, 'backup', '--to', archive)).toMatchObject({ code: 0 });
		expect(await strangers(dataDir)).toEqual([]);
		expect((await lstat(archive)).uid).toBe(0);
	});

	it.runIf(isOpen(PROGRAM))('restores for the service', async () => {
		const other = join(folder, 'other');
		await mkdir(other);
		await chown(other, SERVICE.uid, SERVICE.gid);
		expect(await ufundi(other, {}, 'restore', archive)).toMatchObject({ code: 0 });
		expect(await strangers(other)).toEqual([]);
		expect(await ufundi(other, SERVICE, 'backup', '--to', '-')).toMatchObject({ code: 0 });
	});

	it.runIf(isOpen(PROGRAM))(
		'is named when the service cannot take a lock that it owns',
		async () => {
			const lock = join(dataDir, 'backup.lock');
			await chown(lock, 0, 0);
			const { code, err } = await ufundi(dataDir, SERVICE, 'backup', '--to', '-');
			expect(code).toBe(1);
			expect(err).toMatch(/^DATA_DIR cannot be used: \S+backup\.lock must belong to [^\n]*\.\n$/);
			expect(await ufundi(dataDir, {}, 'backup', '--to', '-')).toMatchObject({ code: 0 });
			expect((await lstat(lock)).uid).toBe(SERVICE.uid);
		},
	);
});
