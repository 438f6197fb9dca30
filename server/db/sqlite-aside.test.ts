import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from './database.ts';
import { openSqlite, sqliteFile } from './sqlite.ts';
import { openAside } from './sqlite-aside.ts';

/** Keeps a thread busy: for some tenths of a second with two million. */
const counted = (to: number) =>
	sql<{ n: number }>`with recursive counted (n) as
		(select 1 union all select n + 1 from counted where n < ${to}) select max(n) as n from counted`;

describe('reads aside', () => {
	let dataDir: string;
	let database: Database;
	beforeAll(async () => {
		dataDir = await mkdtemp(join(tmpdir(), 'ufundi-test-'));
		database = await openSqlite(dataDir);
	});
	afterAll(async () => {
		await database.close();
		await rm(dataDir, { recursive: true });
	});
	const countIn = async (db: Database['read']) =>
		(await sql<{ n: number }>`select count(*) as n from settings`.execute(db)).rows[0]?.n;
	const set = (name: string) =>
		database.write((trx) =>
			sql`insert into settings (name, value) values (${name}, 'x')`.execute(trx),
		);

	it('keep nobody else waiting', async () => {
		const long = counted(2_000_000)
			.execute(database.aside)
			.then(() => 'the long one');
		await sleep(20);
		const quick = countIn(database.read).then(() => 'the quick one');
		expect(await Promise.race([long, quick])).toBe('the quick one');
		expect((await counted(9).execute(database.aside)).rows).toEqual([{ n: 9 }]);
		await long;
	});

	it('see what is committed, and within a transaction one moment of it', async () => {
		const before = (await countIn(database.aside)) ?? 0;
		await set('one');
		expect(await countIn(database.aside)).toBe(before + 1);
		await database.aside.transaction().execute(async (trx) => {
			expect(await countIn(trx)).toBe(before + 1);
			await set('two');
			expect(await countIn(database.read)).toBe(before + 2);
			expect(await countIn(trx)).toBe(before + 1);
		});
		expect(await countIn(database.aside)).toBe(before + 2);
	});

	it('are never writes', async () => {
		const writing = sql`delete from settings`.execute(database.aside);
		await expect(writing).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
		const inTransaction = database.aside
			.transaction()
			.execute((trx) => sql`delete from settings`.execute(trx));
		await expect(inTransaction).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
		expect(await countIn(database.aside)).toBeGreaterThan(0);
	});

	it('are refused where too many wait, and taken again afterwards', async () => {
		const all = await Promise.allSettled(
			Array.from({ length: 50 }, () => counted(100_000).execute(database.aside)),
		);
		const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
		expect(refused).toHaveLength(50 - 31);
		for (const reason of refused)
			expect(reason).toMatchObject({ code: 'unavailable', status: 503 });
		expect(await countIn(database.aside)).toBeGreaterThan(0);
	});

	it('begin a thread again after it had nothing to do', async () => {
		const aside = openAside(sqliteFile(dataDir), 1);
		for (let n = 0; n < 3; n++) {
			expect(await countIn(aside)).toBeGreaterThan(0);
			await sleep(50);
		}
		await aside.destroy();
	});

	it('say what is wrong with the file, and go on when it is right again', async () => {
		const file = join(dataDir, 'none.db');
		const aside = openAside(file);
		await expect(countIn(aside)).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' });
		await copyFile(sqliteFile(dataDir), file);
		expect(await sql`select 1 as one`.execute(aside)).toMatchObject({ rows: [{ one: 1 }] });
		await aside.destroy();
	});
});
