import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, expect, it } from 'vitest';
import type { Place } from '../platform/db/database.ts';
import { openOnce } from '../platform/db/fixtures/rich.ts';
import { engines, makePostgresDatabase } from '../testing/app.ts';
import { makeTestFolder } from '../testing/folder.ts';
import { runHere } from './fixtures/run.ts';
import { makeFolder, SOUND } from './import/fixtures/folder.ts';

/** Matches one sentence without a stack trace. */
const SENTENCE = /^[A-Z][^\n]*\.\n$/;

let folder: string;
beforeEach(() => {
	folder = makeTestFolder();
});

const ufundi = ({ dataDir, databaseUrl = '' }: Place, ...args: readonly string[]) =>
	runHere(args, { DATA_DIR: dataDir, DATABASE_URL: databaseUrl });

it.each(engines)('a command that writes does not change a newer database (%s)', async (engine) => {
	const databaseUrl = engine === 'postgres' ? await makePostgresDatabase() : undefined;
	const place = { dataDir: join(folder, 'data'), databaseUrl };
	mkdirSync(place.dataDir);
	await openOnce(place, ({ write }) =>
		write(async (trx) => {
			await sql`insert into kysely_migration values ('9999-future', '2030-01-01')`.execute(trx);
		}),
	);
	for (const args of [
		['import', await makeFolder(SOUND)],
		['people', 'reset-link', '--email', 'a@example.org'],
	]) {
		const { code, err } = await ufundi(place, ...args);
		expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(SENTENCE) });
		expect(err).toContain('belongs to another version of Ufundi');
	}
});

it('a command whose role may not create tables names the missing grant', async () => {
	const url = await makePostgresDatabase();
	const owner = new pg.Client(url);
	await owner.connect();
	const weak = new URL(url);
	weak.username = `weak_${weak.pathname.slice(1)}`;
	weak.password = 'x';
	const from = { dataDir: join(folder, 'data'), databaseUrl: undefined };
	mkdirSync(from.dataDir);
	await openOnce(from, async () => {});
	try {
		await owner.query(`create role ${weak.username} login password 'x'`);
		const copy = () => ufundi({ ...from, databaseUrl: weak.href }, 'db', 'copy');
		expect((await copy()).err).toMatch(/^DATABASE_URL: [^\n]*"grant create on schema public"/);
		await owner.query(`grant all on schema public to ${weak.username}`);
		expect(await copy()).toMatchObject({ code: 0, err: '' });
	} finally {
		await owner.end();
	}
});
