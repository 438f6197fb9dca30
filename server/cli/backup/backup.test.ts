import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { AT_LENGTH } from '../../../tests/faults/length.ts';
import { contents, fillRichly, openOnce } from '../../db/fixtures/rich.ts';
import { type Place, requireNothing } from '../../db/transfer.ts';
import { verifyAudit } from '../../features/audit/verify.ts';
import { findFile } from '../../features/files/store.ts';
import { lastBackup } from '../../features/system/last-backup.ts';
import { openFileStore } from '../../files/open.ts';
import { type Engine, engines, makePostgresDatabase } from '../../test-app.ts';
import { folderOfGroup } from '../../test-folder.ts';
import { PROGRAM, runUfundi } from '../fixtures/run.ts';
import { openArchive } from './archive-reader.ts';

// Each test starts the real command several times.
const folder = folderOfGroup();

const newPlace = async (engine: Engine): Promise<Place> => {
	const dataDir = await mkdtemp(join(folder, 'data-'));
	if (engine === 'sqlite') return { dataDir, databaseUrl: undefined };
	return { dataDir, databaseUrl: await makePostgresDatabase() };
};

const KILLED_AFTER_MS = [300, 600, 900];

const envOf = ({ dataDir, databaseUrl }: Place) => ({
	DATA_DIR: dataDir,
	DATABASE_URL: databaseUrl ?? '',
});

/** One entry as tar has it. */
const tarOf = (name: string) => {
	const header = Buffer.alloc(512);
	header.write(name, 0);
	header.write(['0000600', '0000000', '0000000', '00000000001', '00000000000', ''].join('\0'), 100);
	header.write('        0', 148);
	header.write('ustar\u000000', 257);
	const sum = header.reduce((all, byte) => all + byte, 0);
	header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
	return Buffer.concat([header, Buffer.alloc(512, 'x')]);
};

const ufundi = (place: Place, ...args: string[]) => runUfundi(args, envOf(place));

const newFile = async () => join(await mkdtemp(join(folder, 'to-')), 'ufundi.tar');

/** All rows, but that a backup was made: no backup knows of itself. */
const contentsOf = async (place: Place) => ({ ...(await contents(place)), last_backup: undefined });

const hashesIn = async ({ dataDir }: Place) => {
	const store = await openFileStore({ dataDir, bucket: undefined });
	return (await Array.fromAsync(store.list())).map(({ sha256 }) => sha256).sort();
};

const pathOf = ({ dataDir }: Place, sha256: string) =>
	join(dataDir, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);

const places = new Map<Engine, Place>();
const archives = new Map<Engine, string>();

describe.each(engines)('ufundi backup (%s)', (engine) => {
	let place: Place;
	beforeAll(async () => {
		place = await newPlace(engine);
		await fillRichly(place);
		places.set(engine, place);
	});

	it('writes one archive that only its owner can read, and remembers it', async () => {
		const to = await newFile();
		const { code, out, err } = await ufundi(place, 'backup', '--to', to);
		expect({ code, err }).toEqual({ code: 0, err: '' });
		expect(out).toMatch(/^Backed up [\d,]+ rows and 137 files to .*ufundi\.tar \(0\.\d MB\)\.\n$/);
		expect((await stat(to)).mode & 0o777).toBe(0o600);
		expect(await readdir(join(to, '..'))).toEqual(['ufundi.tar']);
		expect(await openOnce(place, ({ read }) => lastBackup(read))).toEqual({
			at: expect.any(String),
			destination: to,
			lost: 0,
		});
		archives.set(engine, to);
	});

	it('does not write over a file, and names one in a folder after the moment', async () => {
		const to = archives.get(engine) ?? '';
		const before = await stat(to);
		expect(await ufundi(place, 'backup', '--to', to)).toMatchObject({
			code: 1,
			err: `There is a file ${to} already.\n`,
		});
		expect((await stat(to)).mtimeMs).toBe(before.mtimeMs);
		const into = await mkdtemp(join(folder, 'many-'));
		const { out } = await ufundi(place, 'backup', '--without-files', '--to', into);
		expect(out).toMatch(
			/^Backed up [\d,]+ rows and no files to .*\nThe one before was made at \d{4}-\S+Z\.\n$/,
		);
		expect(await readdir(into)).toEqual([expect.stringMatching(/^ufundi-\d{8}T\d{6}Z\.tar$/)]);
	});

	it('says in one sentence why it could not be written', async () => {
		const { code, err } = await ufundi(place, 'backup', '--to', join(folder, 'nowhere/a.tar'));
		expect(code).toBe(1);
		expect(err).toMatch(/^The backup could not be written: ENOENT.*\.\n$/);
		const lost = { ...place, databaseUrl: 'postgres://nobody:x@127.0.0.1:1/x' };
		expect((await ufundi(lost, 'backup', '--to', await newFile())).err).toBe(
			'DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1.\n',
		);
	});

	it.runIf(AT_LENGTH)(
		'leaves no archive when it is killed in the middle, at any point',
		async () => {
			const to = await newFile();
			for (const ms of KILLED_AFTER_MS) {
				const child = spawn(process.execPath, [PROGRAM, 'backup', '--to', to], {
					env: { ...process.env, ...envOf(place) },
					stdio: 'ignore',
				});
				const ended = once(child, 'exit');
				setTimeout(() => child.kill('SIGKILL'), ms);
				await ended;
				const [there] = (await readdir(join(to, '..'))).filter((name) => name === 'ufundi.tar');
				if (!there) continue;
				expect((await ufundi(place, 'restore', '--check', to)).code).toBe(0);
				await rm(to);
			}
			expect((await ufundi(place, 'backup', '--to', to)).code).toBe(0);
			expect(await readdir(join(to, '..'))).toEqual(['ufundi.tar']);
		},
	);

	it('names the files that are lost, and keeps all the rest', async () => {
		const broken = await newPlace(engine);
		const whole = archives.get(engine) ?? '';
		expect((await ufundi(broken, 'restore', whole)).code).toBe(0);
		const [missing = '', damaged = '', ...sound] = await hashesIn(broken);
		await rm(pathOf(broken, missing));
		await writeFile(pathOf(broken, damaged), 'short');
		const to = await newFile();
		const { code, out } = await ufundi(broken, 'backup', '--to', to);
		expect(code).toBe(1);
		expect(out).toMatch(
			new RegExp(`The file .* is missing, and is not in the backup \\(${missing}`),
		);
		expect(out).toMatch(
			new RegExp(`The file .* is damaged, and is not in the backup \\(${damaged}`),
		);
		expect(out).toMatch(/and 135 files to /);
		const restored = await newPlace(engine);
		expect((await ufundi(restored, 'restore', to)).code).toBe(0);
		expect(await hashesIn(restored)).toEqual(sound);
		expect(await contentsOf(restored)).toEqual(await contentsOf(place));
	});
});

const pairs = engines.flatMap((from) => engines.map((to) => [from, to] as const));

describe.each(pairs)('a backup of %s restored to %s', (from, to) => {
	it('is all there, row by row and byte by byte', async () => {
		const source = places.get(from) as Place;
		const target = await newPlace(to);
		const { code, out, err } = await ufundi(target, 'restore', archives.get(from) ?? '');
		expect({ code, err }).toEqual({ code: 0, err: '' });
		expect(out).toMatch(
			/^Restored [\d,]+ rows and 137 files of .*; 0 files were there already\.\n$/,
		);
		expect(await contentsOf(target)).toEqual(await contentsOf(source));
		expect(await hashesIn(target)).toEqual(await hashesIn(source));
		await openOnce(target, async ({ read }) => {
			expect((await verifyAudit(read)).findings).toEqual([]);
			const { url } = await read
				.selectFrom('past_papers')
				.select('url')
				.where('url', 'is not', null)
				.executeTakeFirstOrThrow();
			expect(await findFile(read, url ?? '')).toBeDefined();
		});
		// What it says, of each engine once.
		if (from !== to) return;
		expect(await ufundi(target, 'restore', archives.get(from) ?? '')).toMatchObject({
			code: 1,
			err: expect.stringMatching(/^(There is a database in .* already|.* is not empty)\.\n$/),
		});
	});
});

describe.runIf(AT_LENGTH).each(engines)('ufundi restore (%s)', (engine) => {
	it('that is killed in the middle leaves nothing half, and can be run again', async () => {
		const target = await newPlace(engine);
		const archive = archives.get('sqlite') ?? '';
		for (const ms of KILLED_AFTER_MS) {
			const child = spawn(process.execPath, [PROGRAM, 'restore', archive], {
				env: { ...process.env, ...envOf(target) },
				stdio: 'ignore',
			});
			const ended = once(child, 'exit');
			setTimeout(() => child.kill('SIGKILL'), ms);
			const [code] = await ended;
			// It may have ended its work just before: then all of it must be there.
			const [nothing] = await Promise.allSettled([requireNothing(target)]);
			if (code === 0 || nothing.status === 'rejected') break;
		}
		const again = await ufundi(target, 'restore', archive);
		expect([0, 1]).toContain(again.code);
		expect(await contentsOf(target)).toEqual(await contentsOf(places.get('sqlite') as Place));
	});
});

it('takes nothing from an archive that is damaged, cut, or made by somebody else', async () => {
	const whole = await readFile(archives.get('sqlite') ?? '');
	const spoilt = async (spoil: (bytes: Buffer) => Buffer) => {
		const path = await newFile();
		await writeFile(path, spoil(Buffer.from(whole)));
		await expect(openArchive(path)).rejects.toThrow(/^This is not a whole backup: .*\.$/);
	};
	await expect(openArchive(folder)).rejects.toThrow(`${folder} cannot be read: EISDIR`);
	const flip = (after: string, from: number) => (bytes: Buffer) => {
		const position = bytes.indexOf(after, from) + after.length;
		bytes[position] = (bytes[position] ?? 0) ^ 1;
		return bytes;
	};
	const half = whole.length / 2;
	for (const [after, from] of [
		['', 530],
		['%PDF-', half],
		['"sha256":"', whole.length - 20_000],
	] as const)
		await spoilt(flip(after, from));
	for (const part of [0, 0.1, 0.5, 0.9, 0.98]) await spoilt((b) => b.subarray(0, b.length * part));
	await spoilt(() => Buffer.from('PK\u0003\u0004 something else entirely'.repeat(100)));
	const names = ['../escaped', '/etc/passwd', 'files/../../x', 'database/courses/1'];
	for (const name of [...names, `files/${'a'.repeat(64)}`])
		await spoilt((bytes) => Buffer.concat([tarOf(name), bytes]));
});
