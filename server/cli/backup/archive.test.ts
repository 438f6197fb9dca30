import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import type { Place } from '../../platform/db/database.ts';
import { fillRichly } from '../../platform/db/fixtures/rich.ts';
import { makePostgresDatabase } from '../../testing/app.ts';
import { makeGroupFolder } from '../../testing/folder.ts';
import { runHere } from '../fixtures/run.ts';
import { openArchive } from './archive.ts';

const folder = makeGroupFolder();
const archive = join(folder, 'ufundi.tar');
let place: Place;

const ufundi = ({ dataDir, databaseUrl = '' }: Place, ...args: string[]) =>
	runHere(args, { DATA_DIR: dataDir, DATABASE_URL: databaseUrl });

const newFile = async () => join(await mkdtemp(join(folder, 'to-')), 'ufundi.tar');

beforeAll(async () => {
	const dataDir = await mkdtemp(join(folder, 'data-'));
	place = { dataDir, databaseUrl: undefined };
	await fillRichly(place);
	expect(await ufundi(place, 'backup', '--to', archive)).toMatchObject({ code: 0 });
});

it('does not back up a damaged database', async () => {
	const damaged = await mkdtemp(join(folder, 'data-'));
	await cp(place.dataDir, damaged, { recursive: true });
	const file = join(damaged, 'ufundi.db');
	const bytes = await readFile(file);
	const database = new Sqlite(file, { readonly: true });
	// The command reads none of these pages before it makes the backup.
	const pages = database
		.prepare("select pageno from dbstat where name = 'payments' and pagetype = 'leaf' limit 3")
		.pluck()
		.all() as number[];
	database.close();
	for (const page of pages) bytes.fill(0xa5, (page - 1) * 4096, page * 4096);
	await writeFile(file, bytes);
	const to = await newFile();
	const { code, err } = await ufundi(
		{ dataDir: damaged, databaseUrl: undefined },
		'backup',
		'--to',
		to,
	);
	expect(code).toBe(1);
	expect(err).toMatch(/^The database is damaged, so it was not backed up: [^\n]*\.\n$/);
	expect(await readdir(join(to, '..'))).toEqual([]);
});

it('restores only to the engine of the backup, and never next to the log of another database', async () => {
	const target = { dataDir: await mkdtemp(join(folder, 'data-')), databaseUrl: undefined };
	const other = { ...target, databaseUrl: await makePostgresDatabase() };
	expect((await ufundi(other, 'restore', archive)).err).toMatch(
		/^This is a backup of SQLite: unset DATABASE_URL/,
	);
	for (const name of ['ufundi.db-wal', 'ufundi.db-journal']) {
		await writeFile(join(target.dataDir, name), 'x');
		expect((await ufundi(target, 'restore', archive)).err).toMatch(
			new RegExp(`^DATA_DIR: \\S+${name} is left of a database that was moved away\\.`),
		);
		await rm(join(target.dataDir, name));
	}
});

/** Returns one tar entry. */
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

it('refuses an archive that is damaged, cut or not ours', async () => {
	const intactArchive = await readFile(archive);
	const spoil = async (bytes: Buffer) => {
		const path = await newFile();
		await writeFile(path, bytes);
		return openArchive(path);
	};
	const broken = /^This is not a complete backup: .*\.$/;
	await expect(openArchive(folder)).rejects.toThrow(`${folder} cannot be read: EISDIR`);
	for (const [after, from] of [
		['', 530],
		['%PDF-', intactArchive.length / 2],
		['"sha256":"', intactArchive.length - 20_000],
	] as const) {
		const bytes = Buffer.from(intactArchive);
		const position = bytes.indexOf(after, from) + after.length;
		bytes[position] = (bytes[position] ?? 0) ^ 1;
		await expect(spoil(bytes), after).rejects.toThrow(broken);
	}
	for (const part of [0, 0.1, 0.5, 0.9, 0.98])
		await expect(spoil(intactArchive.subarray(0, intactArchive.length * part))).rejects.toThrow(
			broken,
		);
	await expect(spoil(gzipSync(intactArchive))).rejects.toThrow(broken);
	for (const name of ['../escaped', '/etc/passwd', 'files/../../x', `files/${'a'.repeat(64)}`])
		await expect(spoil(Buffer.concat([tarOf(name), intactArchive])), name).rejects.toThrow(broken);
	await expect(
		spoil(Buffer.concat([tarOf('database/courses/000001.jsonl.gz'), intactArchive])),
	).rejects.toThrow('format of an older version');
});
