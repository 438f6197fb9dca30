import { cp, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import { lockDataDir } from '../platform/db/data-lock.ts';
import { contents, fillRichly } from '../platform/db/fixtures/rich.ts';
import { getSqlitePath } from '../platform/db/sqlite.ts';
import { makePostgresDatabase } from '../testing/app.ts';
import { makeGroupFolder } from '../testing/folder.ts';
import { runHere } from './fixtures/run.ts';

const dataDir = makeGroupFolder();
let databaseUrl: string;
beforeAll(async () => {
	databaseUrl = await makePostgresDatabase();
	await fillRichly({ dataDir, databaseUrl: undefined });
});

const copy = (databaseUrl: string, folder = dataDir) =>
	runHere(['db', 'copy'], { DATA_DIR: folder, DATABASE_URL: databaseUrl });

it('ufundi db copy copies every row to PostgreSQL, once, and not while a server runs', async () => {
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
		/\npast_papers: 40 rows\n(.*\n)*Copied [\d,]+ rows; the counts of all tables agree\.\n$/,
	);
	expect(await contents({ dataDir, databaseUrl: databaseUrl })).toEqual(
		await contents({ dataDir, databaseUrl: undefined }),
	);
	expect(await copy(databaseUrl)).toMatchObject({
		code: 1,
		err: 'The PostgreSQL database is not empty.\n',
	});
});

it('copies nothing if a row refers to a missing row', async () => {
	const broken = await mkdtemp(join(dataDir, 'broken-'));
	await cp(getSqlitePath(dataDir), getSqlitePath(broken));
	const db = new Sqlite(getSqlitePath(broken));
	db.exec('pragma foreign_keys = off; delete from subjects');
	db.close();
	const url = await makePostgresDatabase();
	expect(await copy(url, broken)).toMatchObject({ code: 1 });
	expect(await copy(url)).toMatchObject({ code: 0 });
});
