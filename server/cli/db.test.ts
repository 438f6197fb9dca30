import { cp, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { SYSTEM_CONTEXT } from '../audit-context.ts';
import { restoreDeletion } from '../content/restore.ts';
import { lockDataDir } from '../db/data-lock.ts';
import { contents } from '../db/fixtures/contents.ts';
import { fillRichly, openOnce } from '../db/fixtures/rich.ts';
import { migrate, STEPS } from '../db/migrate.ts';
import { sqliteFile } from '../db/sqlite.ts';
import { kyselyOf } from '../db/sqlite-dialect.ts';
import { contentStores } from '../features/content.ts';
import { compareFigures } from '../features/payments/figures.ts';
import { makePostgresDatabase } from '../test-app.ts';
import { folderOfGroup } from '../test-folder.ts';
import { runUfundi } from './fixtures/run.ts';

const dataDir = folderOfGroup();
let databaseUrl: string;
beforeAll(async () => {
	databaseUrl = await makePostgresDatabase();
	await fillRichly({ dataDir, databaseUrl: undefined });
});

const copy = (databaseUrl: string, folder = dataDir) =>
	runUfundi(['db', 'copy'], { DATA_DIR: folder, DATABASE_URL: databaseUrl });

it('ufundi db copy brings every row to PostgreSQL, once, and not beside a server', async () => {
	expect(await copy('')).toMatchObject({
		code: 1,
		err: 'DATABASE_URL must name the database to copy to.\n',
	});
	const empty = await mkdtemp(join(dataDir, 'empty-'));
	expect(await copy(databaseUrl, empty)).toMatchObject({
		code: 1,
		err: `DATA_DIR: there is no database in ${empty}.\n`,
	});
	const unlock = lockDataDir(dataDir);
	expect(await copy(databaseUrl)).toMatchObject({
		code: 1,
		err: expect.stringContaining('is using the data folder'),
	});
	unlock();

	const { code, out, err } = await copy(databaseUrl);
	expect({ code, err }).toEqual({ code: 0, err: '' });
	expect(out).toMatch(
		/\ncourses: 11 rows\n(.*\n)*Copied [\d,]+ rows; the counts of all tables agree\.\n$/,
	);
	expect(await contents({ dataDir, databaseUrl: databaseUrl })).toEqual(
		await contents({ dataDir, databaseUrl: undefined }),
	);
	expect(await copy(databaseUrl)).toMatchObject({
		code: 1,
		err: 'The PostgreSQL database is not empty.\n',
	});
}, 60_000);

it('copies nothing when a row refers to one that is missing', async () => {
	const broken = await mkdtemp(join(dataDir, 'broken-'));
	await cp(sqliteFile(dataDir), sqliteFile(broken));
	const db = new Sqlite(sqliteFile(broken));
	db.exec('pragma foreign_keys = off; delete from subjects');
	db.close();
	const url = await makePostgresDatabase();
	expect(await copy(url, broken)).toMatchObject({ code: 1 });
	expect(await copy(url)).toMatchObject({ code: 0 });
});

it('copies next to the tables of an extension, and the database numbers on', async () => {
	const url = await makePostgresDatabase();
	const client = new pg.Client(url);
	await client.connect();
	await client.query(
		'create extension pg_trgm; create table spatial_ref_sys as select 4326 as srid',
	);
	await client.query('alter extension pg_trgm add table spatial_ref_sys');
	await client.end();
	expect(await copy(url)).toMatchObject({ code: 0, err: '' });
	await openOnce({ dataDir, databaseUrl: url }, async ({ read, write }) => {
		expect(await compareFigures(read)).toEqual([]);
		const [first] = await read.selectFrom('deletions').select('id').limit(1).execute();
		await write((trx) => restoreDeletion(trx, contentStores, first?.id ?? '', SYSTEM_CONTEXT));
		const { last } = await read
			.selectFrom('mpesa_messages')
			.select(({ fn }) => fn.max('id').as('last'))
			.executeTakeFirstOrThrow();
		const message = { kind: 'stk', key: null, peer: null, trusted: 1, http_status: null } as const;
		const { id } = await write((trx) =>
			trx
				.insertInto('mpesa_messages')
				.values({ ...message, at: new Date().toISOString(), body: Buffer.from('new') })
				.returning('id')
				.executeTakeFirstOrThrow(),
		);
		expect(Number(id)).toBe(Number(last) + 1);
		await expect(write((trx) => trx.deleteFrom('audit_log').execute())).rejects.toThrow(
			'append-only',
		);
	});
}, 60_000);

it('asks for an update of an older database first', async () => {
	const old = await mkdtemp(join(dataDir, 'old-'));
	const db = new Sqlite(sqliteFile(old));
	await migrate(kyselyOf(db), STEPS, '0001-initial');
	db.close();
	expect(await copy(await makePostgresDatabase(), old)).toMatchObject({
		code: 1,
		err: expect.stringMatching(/^DATA_DIR: the database belongs to another version .*\.\n$/),
	});
});
