import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { AT_LENGTH } from '../../../tests/faults/length.ts';
import { findFile } from '../../content/files/store.ts';
import type { Place } from '../../platform/db/database.ts';
import {
	EARLIER_RELEASE,
	LAST_RELEASE,
	placeRelease,
} from '../../platform/db/fixtures/releases.ts';
import {
	CATALOGUE_FILES,
	contents,
	fillRichly,
	openOnce,
} from '../../platform/db/fixtures/rich.ts';
import { openFileStore } from '../../platform/files/open.ts';
import { readLastBackup } from '../../platform/system/last-backup.ts';
import { type Engine, engines, makePostgresDatabase } from '../../testing/app.ts';
import { makeGroupFolder } from '../../testing/folder.ts';
import { PROGRAM, runHere, runUfundi } from '../fixtures/run.ts';
import { makeDumpableDatabase, SKIPPED, stopAfterAll } from './fixtures/client-tools.ts';

const folder = makeGroupFolder();
stopAfterAll();

const newPlace = async (engine: Engine): Promise<Place> => {
	const dataDir = await mkdtemp(join(folder, 'data-'));
	if (engine === 'sqlite') return { dataDir, databaseUrl: undefined };
	return { dataDir, databaseUrl: await makeDumpableDatabase() };
};

/** Milliseconds that the command continues after the first sign of its work. */
const KILLED_AFTER_MS = AT_LENGTH ? [0, 100, 300, 900] : [0];

const envOf = ({ dataDir, databaseUrl }: Place) => ({
	DATA_DIR: dataDir,
	DATABASE_URL: databaseUrl ?? '',
});

const ufundi = (place: Place, ...args: string[]) => runHere(args, envOf(place));

const newFile = async () => join(await mkdtemp(join(folder, 'to-')), 'ufundi.tar');

const hashesIn = async ({ dataDir }: Place) => {
	const store = await openFileStore({ dataDir, bucket: undefined });
	return (await Array.fromAsync(store.list())).map(({ sha256 }) => sha256).sort();
};

const pathOf = ({ dataDir }: Place, sha256: string) =>
	join(dataDir, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);

/** Starts the command and kills it some time after a folder has something with this name. */
const kill = async (place: Place, sign: [string, RegExp], ms: number, ...args: string[]) => {
	const child = spawn(process.execPath, [PROGRAM, ...args], {
		env: { ...process.env, ...envOf(place) },
		stdio: 'ignore',
	});
	const ended = once(child, 'exit');
	const isWorking = async () => (await readdir(sign[0])).some((name) => sign[1].test(name));
	while (child.exitCode === null && !(await isWorking())) await wait(5);
	await wait(ms);
	child.kill('SIGKILL');
	await ended;
};

const places = new Map<Engine, Place>();
const archives = new Map<Engine, string>();

describe.each(engines)(
	`ufundi backup (%s${SKIPPED ? `; PostgreSQL skipped: ${SKIPPED}` : ''})`,
	(engine) => {
		let place: Place;
		beforeAll(async () => {
			if (engine === 'postgres' && SKIPPED) return;
			place = await newPlace(engine);
			await fillRichly(place);
			places.set(engine, place);
		});

		const test = it.skipIf(engine === 'postgres' && SKIPPED !== undefined);
		/** Runs on SQLite alone, and on both engines in the long run: no SQL decides these. */
		const testOnce = engine === 'sqlite' || AT_LENGTH ? test : it.skip;

		test('writes one archive that only its owner can read, and records it', async () => {
			const to = await newFile();
			const { code, out, err } = await runUfundi(['backup', '--to', to], envOf(place));
			expect({ code, err }).toEqual({ code: 0, err: '' });
			expect(out).toMatch(
				new RegExp(
					`^Backed up the database \\(0\\.\\d MB\\) and ${CATALOGUE_FILES} files to .*ufundi\\.tar\\.\n$`,
				),
			);
			expect((await stat(to)).mode & 0o777).toBe(0o600);
			expect(await readdir(join(to, '..'))).toEqual(['ufundi.tar']);
			expect(await readdir(place.dataDir)).not.toContain('backup.partial');
			expect(await openOnce(place, ({ read }) => readLastBackup(read))).toEqual({
				at: expect.any(String),
				destination: to,
				lost: 0,
			});
			archives.set(engine, to);
		});

		testOnce('never overwrites a file, and names one in a folder by the time', async () => {
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
				/^Backed up [^\n]* and no files to .*\nThe backup before was made at \d{4}-\S+Z\.\n$/,
			);
			const [name = ''] = await readdir(into);
			expect(name).toMatch(/^ufundi-\d{8}T\d{6}Z\.tar$/);
			const check = await ufundi(place, 'restore', '--check', join(into, name));
			expect(check.out).toMatch(/^The backup is complete: the database and no files of \S+Z\.\n$/);
		});

		testOnce('leaves no archive when it is killed', async () => {
			const to = await newFile();
			for (const ms of KILLED_AFTER_MS) {
				await kill(place, [join(to, '..'), /./], ms, 'backup', '--to', to);
				if (!(await readdir(join(to, '..'))).includes('ufundi.tar')) continue;
				expect((await ufundi(place, 'restore', '--check', to)).code).toBe(0);
				await rm(to);
			}
			expect((await ufundi(place, 'backup', '--to', to)).code).toBe(0);
			expect(await readdir(join(to, '..'))).toEqual(['ufundi.tar']);
			expect((await readdir(place.dataDir)).filter((name) => /partial/.test(name))).toEqual([]);
		});

		test('is restored with every row and every file, also after a restore was killed', async () => {
			const archive = archives.get(engine) ?? '';
			const target = await newPlace(engine);
			const restore = () => ufundi(target, 'restore', archive);
			const isRefused = /^(There is a database in .* already|.* is not empty)\.\n$/;
			for (const ms of KILLED_AFTER_MS)
				await kill(target, [target.dataDir, /^files$/], ms, 'restore', archive);
			let restored = await restore();
			// PostgreSQL may still be rolling back, or the last one was done before it was killed.
			await expect
				.poll(async () => {
					if (restored.code !== 0) restored = await restore();
					return restored.code === 0 || isRefused.test(restored.err);
				})
				.toBe(true);
			if (restored.code === 0)
				expect(restored.out).toMatch(
					new RegExp(
						`^Restored the database and ${CATALOGUE_FILES} files of \\S+Z; \\d+ of the files `,
					),
				);
			expect(await contents(target)).toEqual(await contents(place));
			expect(await hashesIn(target)).toEqual(await hashesIn(place));
			await openOnce(target, async ({ read, write }) => {
				const { url } = await read
					.selectFrom('past_papers')
					.select('url')
					.where('url', 'is not', null)
					.executeTakeFirstOrThrow();
				expect(await findFile(read, url ?? '')).toBeDefined();
				const changed = write((trx) => trx.deleteFrom('audit_log').execute());
				await expect(changed).rejects.toThrow('append-only');
			});
			expect(await restore()).toMatchObject({ code: 1, err: expect.stringMatching(isRefused) });
		});

		test.for([LAST_RELEASE, EARLIER_RELEASE] as const)(
			'of %s is restored and updated',
			async (release) => {
				const [earlier, target] = [await newPlace(engine), await newPlace(engine)];
				await placeRelease(earlier, release);
				const to = await newFile();
				const backup = await ufundi(earlier, 'backup', '--without-files', '--to', to);
				expect(backup).toMatchObject({ code: 0, err: '' });
				expect(await ufundi(target, 'restore', to)).toMatchObject({ code: 0, err: '' });
				// Both are updated when they are opened.
				expect(await contents(target)).toEqual(await contents(earlier));
				expect(await contents(target)).toMatchObject({ payments: { rows: 532 } });
			},
		);

		testOnce('names files that are missing or damaged, and saves all others', async () => {
			const broken = await newPlace(engine);
			await ufundi(broken, 'restore', archives.get(engine) ?? '');
			const [missing = '', damaged = '', ...sound] = await hashesIn(broken);
			await rm(pathOf(broken, missing));
			await writeFile(pathOf(broken, damaged), 'short');
			const to = await newFile();
			const { code, out } = await ufundi(broken, 'backup', '--to', to);
			expect(code).toBe(1);
			expect(out).toMatch(new RegExp(`is missing and is not in the backup \\(${missing}`));
			expect(out).toMatch(new RegExp(`is damaged and is not in the backup \\(${damaged}`));
			expect(out).toContain(`and ${CATALOGUE_FILES - 2} files to `);
			const restored = await newPlace(engine);
			expect((await ufundi(restored, 'restore', to)).code).toBe(0);
			expect(await hashesIn(restored)).toEqual(sound);
			expect(await contents(restored)).toEqual(await contents(place));
		});
	},
);

it('says in one sentence why a backup could not be made', async () => {
	const place = places.get('sqlite') as Place;
	const nowhere = join(folder, 'not-mounted');
	for (const [to, why] of [
		[join(nowhere, 'a.tar'), /^The backup could not be written: ENOENT.*\.\n$/],
		[`${nowhere}/`, /^There is no folder .*not-mounted\.\n$/],
	] as const)
		expect(await ufundi(place, 'backup', '--to', to)).toMatchObject({
			code: 1,
			err: expect.stringMatching(why),
		});
	const away = { ...place, databaseUrl: 'postgres://nobody:x@127.0.0.1:1/x' };
	expect((await ufundi(away, 'backup', '--to', await newFile())).err).toBe(
		'DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1.\n',
	);
});

it('says which program to install when pg_dump or pg_restore is missing', async () => {
	const place = { dataDir: await mkdtemp(join(folder, 'data-')), databaseUrl: '' };
	place.databaseUrl = await makePostgresDatabase();
	await openOnce(place, async () => {});
	const to = await newFile();
	const without = { ...envOf(place), PATH: folder };
	expect(await runHere(['backup', '--to', to], without)).toEqual({
		code: 1,
		out: '',
		err: 'pg_dump was not found. Install the client tools of PostgreSQL, in the version of the server or newer.\n',
	});
	expect(await readdir(join(to, '..'))).toEqual([]);
});
