import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM_CONTEXT } from '../../audit-context.ts';
import { openOnce } from '../../db/fixtures/rich.ts';
import { addFirstAdministrator } from '../../features/people/store.ts';
import { openDiskStore } from '../../files/disk.ts';
import { folderOfGroup } from '../../test-folder.ts';
import { PROGRAM, runUfundi } from '../fixtures/run.ts';
import { fillWithSample } from '../import/sample.ts';
import { openArchive } from './archive-reader.ts';

const SERVICE = { uid: 65_534, gid: 65_534 };

/** Whether somebody else can run the program: no folder above it is private, as one of `mktemp -d` is. */
const isOpen = (path: string): boolean => {
	const above = dirname(path);
	return above === path || ((statSync(above).mode & 0o001) === 1 && isOpen(above));
};

const folder = folderOfGroup();
let archive: string;
const dataDir = () => join(folder, 'data');

const paths = async (dir: string) => [
	dir,
	...(await readdir(dir, { recursive: true })).map((name) => join(dir, name)),
];

/** Whatever in a folder is not the service's. */
const strangers = async (dir: string) => {
	const found = [];
	for (const path of await paths(dir))
		if ((await lstat(path)).uid !== SERVICE.uid) found.push(path);
	return found;
};

const ufundi = (dir: string, as: Partial<typeof SERVICE>, ...args: string[]) =>
	runUfundi(args, { DATA_DIR: dir, DATABASE_URL: '' }, { ...as, encoding: 'latin1' });

beforeAll(async () => {
	await chmod(folder, 0o755);
	archive = join(folder, 'ufundi.tar');
	await mkdir(dataDir());
	await openOnce({ dataDir: dataDir(), databaseUrl: undefined }, async (database) =>
		fillWithSample(database, await openDiskStore(join(dataDir(), 'files'))),
	);
});

it('writes to standard output where it is told to, and to no folder that is not there', async () => {
	const { code, out, err } = await ufundi(dataDir(), {}, 'backup', '--to', '-');
	expect(code).toBe(0);
	expect(err).toMatch(/^Backed up [\d,]+ rows and \d+ files to - /);
	const to = join(folder, 'piped.tar');
	await writeFile(to, out, 'latin1');
	expect(await ufundi(dataDir(), {}, 'restore', '--check', to)).toMatchObject({ code: 0 });
	const nowhere = join(folder, 'not-mounted');
	expect(await ufundi(dataDir(), {}, 'backup', '--to', `${nowhere}/`)).toMatchObject({
		code: 1,
		err: `There is no folder ${nowhere}.\n`,
	});
	await expect(lstat(nowhere)).rejects.toThrow('ENOENT');
});

it('is no backup where whoever reads it stops in the middle', async () => {
	const env = { ...process.env, DATA_DIR: dataDir(), DATABASE_URL: '' };
	const command = `"${process.execPath}" "${PROGRAM}" backup --to - | head -c 9999 >/dev/null; echo "\${PIPESTATUS[0]}"`;
	const { stdout, stderr } = await promisify(execFile)('bash', ['-c', command], { env });
	expect(stdout).toBe('1\n');
	expect(stderr).toMatch(/^The backup could not be written: [^\n]*EPIPE[^\n]*\.\n$/);
});

it('says at its restore what no archive holds, where it is needed', async () => {
	const other = join(folder, 'with-second-factors');
	await mkdir(other);
	await openOnce({ dataDir: other, databaseUrl: undefined }, ({ write }) =>
		write(async (trx) => {
			const first = { name: 'Jane', email: 'jane@example.org', hashed: 'x' };
			const { id = '' } = (await addFirstAdministrator(trx, SYSTEM_CONTEXT, first, {})) ?? {};
			const sealed = { secret: 'x', backup_codes: '[]' };
			const tries = { verified: null, failed_verification_count: null, locked_until: null };
			const row = { id, person_id: id, ...sealed, ...tries };
			await trx.insertInto('second_factors').values(row).execute();
		}),
	);
	const to = join(folder, 'second-factors.tar');
	expect(await ufundi(other, {}, 'backup', '--to', to)).toMatchObject({ code: 0 });
	const [bare, kept] = [join(folder, 'bare'), join(folder, 'kept')];
	await mkdir(kept);
	await writeFile(join(kept, 'secret'), '');
	expect((await ufundi(bare, {}, 'restore', to)).out).toContain('No archive holds the secret: ');
	expect((await ufundi(kept, {}, 'restore', to)).out).toMatch(/^Restored [^\n]*\n$/);
});

it('holds the ends of the audit trail, against which it can be verified', async () => {
	const to = join(folder, 'ends.tar');
	expect(await ufundi(dataDir(), {}, 'backup', '--to', to)).toMatchObject({ code: 0 });
	const { tables, heads } = (await openArchive(to)).manifest;
	const rows = tables.find(({ name }) => name === 'audit_log')?.rows;
	expect(heads?.reduce((all, { seq }) => all + seq, 0)).toBe(rows);
	expect(await ufundi(dataDir(), {}, 'audit', 'verify', '--against', to)).toMatchObject({
		code: 0,
	});
});

describe.runIf(process.geteuid?.() === 0)('what root does with the data of a service', () => {
	beforeAll(async () => {
		for (const path of await paths(dataDir())) await chown(path, SERVICE.uid, SERVICE.gid);
	});

	it('leaves nothing of its own in there', async () => {
		expect(await ufundi(dataDir(), {}, 'backup', '--to', archive)).toMatchObject({ code: 0 });
		expect(await strangers(dataDir())).toEqual([]);
		expect((await lstat(archive)).uid).toBe(0);
	});

	it.runIf(isOpen(PROGRAM))('restores for the service, which goes on with it', async () => {
		const other = join(folder, 'other');
		await mkdir(other);
		await chown(other, SERVICE.uid, SERVICE.gid);
		expect(await ufundi(other, {}, 'restore', archive)).toMatchObject({ code: 0 });
		expect(await strangers(other)).toEqual([]);
		expect(await ufundi(other, SERVICE, 'backup', '--to', '-')).toMatchObject({ code: 0 });
	});

	it.runIf(isOpen(PROGRAM))(
		'says in one sentence whose a lock is that the service cannot take',
		async () => {
			const lock = join(dataDir(), 'backup.lock');
			await chown(lock, 0, 0);
			const { code, err } = await ufundi(dataDir(), SERVICE, 'backup', '--to', '-');
			expect(code).toBe(1);
			expect(err).toMatch(/^DATA_DIR cannot be used: \S+backup\.lock must belong to [^\n]*\.\n$/);
			expect(await ufundi(dataDir(), {}, 'backup', '--to', '-')).toMatchObject({ code: 0 });
			expect((await lstat(lock)).uid).toBe(SERVICE.uid);
		},
	);
});
