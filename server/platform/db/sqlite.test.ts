import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeTestFolder } from '../../testing/folder.ts';
import { DataInUseError, lockDataDir } from './data-lock.ts';
import type { Db } from './database.ts';
import { getSqlitePath, openSqlite } from './sqlite.ts';

let dataDir: string;
beforeEach(() => {
	dataDir = makeTestFolder();
});

const row = (at: number) => ({
	id: `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`,
	name: `Course ${at}`,
	name_key: `course ${at}`,
	order_num: 1,
	category_id: 'cat_artisan' as const,
	created_at: '2026-01-01T00:00:00.000Z',
	updated_at: '2026-01-01T00:00:00.000Z',
});

describe('SQLite', () => {
	it('is as durable and as strict on the second open as on the first', async () => {
		const setting = async (db: Db, name: string) => {
			const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db);
			return Object.values(rows[0] ?? {})[0];
		};
		for (let open = 1; open <= 2; open++) {
			const database = await openSqlite(dataDir);
			await database.write(async (trx) => {
				expect(await setting(trx, 'synchronous')).toBe(2);
				expect(await setting(trx, 'journal_mode')).toBe('wal');
				expect(await setting(trx, 'foreign_keys')).toBe(1);
				expect(await setting(trx, 'busy_timeout')).toBe(5_000);
				expect(await setting(trx, 'trusted_schema')).toBe(0);
				expect(await setting(trx, 'cell_size_check')).toBe(1);
				expect(await setting(trx, 'mmap_size')).toBe(0);
			});
			expect(await setting(database.read, 'foreign_keys')).toBe(1);
			expect(await setting(database.read, 'busy_timeout')).toBe(5_000);
			await database.close();
		}
	});

	it('returns booleans by the schema, whatever a query calls them', async () => {
		const database = await openSqlite(dataDir);
		const run = async (text: string) => (await sql.raw(text).execute(database.single)).rows;
		await run(
			'create table answers (id integer primary key, done integer check (done in (0, 1)), free integer)',
		);
		const inserted = await run(
			'insert into answers (done, free) values (1, 1), (null, 0) returning done, free',
		);
		expect(inserted).toEqual([
			{ done: true, free: 1 },
			{ done: null, free: 0 },
		]);
		const aliased =
			'with a as (select done as named, free from answers where id = 1) select * from a';
		expect(await run(aliased)).toEqual([{ named: true, free: 1 }]);
		expect(await run('select max(done) as done from answers')).toEqual([{ done: 1 }]);
		await database.close();
	});

	it('keeps every table strict and every reference whole', async () => {
		const database = await openSqlite(dataDir);
		await database.close();
		const db = new Sqlite(getSqlitePath(dataDir), { readonly: true });
		const tables = db
			.prepare(
				"select name, strict from pragma_table_list where schema = 'main' and type = 'table'",
			)
			.all() as { name: string; strict: number }[];
		const own = tables.filter(({ name }) => !/^(sqlite_|kysely_)/.test(name));
		expect(own.length).toBeGreaterThanOrEqual(7);
		for (const { name, strict } of own) expect(strict, name).toBe(1);
		expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
		expect(db.pragma('foreign_key_check')).toEqual([]);
		db.close();
	});

	it('refuses writes on a read-only handle', async () => {
		const database = await openSqlite(dataDir);
		await expect(
			database.read.insertInto('courses').values(row(1)).execute(),
		).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
		await database.close();
	});

	it('reads only committed rows during a write', async () => {
		const database = await openSqlite(dataDir);
		const count = async () =>
			(await database.read.selectFrom('courses').select('id').execute()).length;
		await database.write(async (trx) => {
			await trx.insertInto('courses').values(row(1)).execute();
			expect(await count()).toBe(0);
		});
		expect(await count()).toBe(1);
		await database.close();
	});

	it('rolls back a failed write, and continues', async () => {
		const database = await openSqlite(dataDir);
		const failing = database.write(async (trx) => {
			await trx.insertInto('courses').values(row(1)).execute();
			throw new Error('no');
		});
		await expect(failing).rejects.toThrow('no');
		await database.write((trx) => trx.insertInto('courses').values(row(2)).execute());
		expect(await database.read.selectFrom('courses').select('name').execute()).toEqual([
			{ name: 'Course 2' },
		]);
		await database.close();
	});

	it('runs concurrent writes one after the other', async () => {
		const database = await openSqlite(dataDir);
		let running = 0;
		await Promise.all(
			Array.from({ length: 50 }, (_, at) =>
				database.write(async (trx) => {
					expect(++running).toBe(1);
					await trx.insertInto('courses').values(row(at)).execute();
					await new Promise(setImmediate);
					running--;
				}),
			),
		);
		await database.close();
	});
});

describe('the lock of a data folder', () => {
	it('belongs to one process at a time, until it is released', () => {
		const unlock = lockDataDir(dataDir);
		expect(() => lockDataDir(dataDir)).toThrow(DataInUseError);
		expect(() => lockDataDir(dataDir)).toThrow(
			`Another Ufundi server is using the data folder ${dataDir}.`,
		);
		unlock();
		lockDataDir(dataDir)();
	});

	it('ends when its process is killed', async () => {
		const code = `import { lockDataDir } from '${import.meta.dirname}/data-lock.ts';
			const unlock = lockDataDir(${JSON.stringify(dataDir)}); console.log('locked');
			setInterval(() => unlock, 1000);`;
		const holder = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		await once(holder.stdout, 'data');
		expect(() => lockDataDir(dataDir)).toThrow(DataInUseError);
		holder.kill('SIGKILL');
		await once(holder, 'exit');
		lockDataDir(dataDir)();
	});

	it('does not prevent reads of the database', async () => {
		const unlock = lockDataDir(dataDir);
		const database = await openSqlite(dataDir);
		const reader = new Sqlite(getSqlitePath(dataDir), { readonly: true });
		expect(reader.prepare('select count(*) as n from courses').get()).toEqual({ n: 0 });
		reader.close();
		await database.close();
		unlock();
		expect((await stat(getSqlitePath(dataDir))).size).toBeGreaterThan(0);
	});
});
