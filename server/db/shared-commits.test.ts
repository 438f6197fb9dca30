import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderOfTest } from '../test-folder.ts';
import type { Db, Trx } from './database.ts';
import { sharedCommits } from './shared-commits.ts';
import { kyselyOf } from './sqlite-dialect.ts';
import { openFile } from './sqlite-file.ts';

describe('transactions on SQLite that come at the same time', () => {
	let dataDir: string;
	let file: string;
	let db: Db;
	let commits: ReturnType<typeof sharedCommits>;
	let other: Sqlite.Database;
	beforeEach(async () => {
		dataDir = folderOfTest();
		file = join(dataDir, 'a.db');
		db = kyselyOf(openFile(file, false));
		await sql`create table parents (n integer primary key) strict`.execute(db);
		await sql`create table seen (n integer primary key, parent integer references parents) strict`.execute(
			db,
		);
		await sql`create table fatal (n integer) strict`.execute(db);
		await sql`create trigger fatal_insert before insert on fatal begin select raise(rollback, 'gone'); end`.execute(
			db,
		);
		// On a slow machine the product's few milliseconds are over before all have come.
		commits = sharedCommits(db, Number.POSITIVE_INFINITY);
		other = new Sqlite(file, { readonly: true });
	});
	afterEach(async () => {
		other.close();
		await db.destroy();
	});

	const put = (n: number) => async (trx: Trx) => {
		await sql`insert into seen (n) values (${n})`.execute(trx);
		return n;
	};
	const seen = () => other.prepare('select n from seen order by n').pluck().all();
	const upTo = (most: number) => Array.from({ length: most }, (_, at) => at + 1);
	/** How many commits the write-ahead log has: frames that name a size (sqlite.org/fileformat2.html, 4.1). */
	const committed = async () => {
		const log = await readFile(`${file}-wal`);
		const frame = 24 + log.readUInt32BE(8);
		let count = 0;
		for (let at = 32; at < log.length; at += frame) if (log.readUInt32BE(at + 4) > 0) count++;
		return count;
	};

	it('share a commit, before which none of them resolves', async () => {
		const before = await committed();
		const results = await Promise.all(
			upTo(20).map(async (n) => {
				const result = await commits.write(put(n));
				expect(seen()).toEqual(upTo(20));
				return result;
			}),
		);
		expect(results).toEqual(upTo(20));
		expect((await committed()) - before).toBe(1);
	});

	it('begin while others do, later in the same turn of the event loop', async () => {
		const before = await committed();
		const later = new Promise((resolve) => setImmediate(() => resolve(commits.write(put(2)))));
		await Promise.all([commits.write(put(1)), later]);
		expect((await committed()) - before).toBe(1);
	});

	it('are not let in without end', async () => {
		const before = await committed();
		await Promise.all(upTo(100).map((n) => commits.write(put(n))));
		expect(seen()).toEqual(upTo(100));
		expect((await committed()) - before).toBeGreaterThanOrEqual(4);
	});

	it.each<[string, (trx: Trx, n: number) => Promise<unknown>, object]>([
		[
			'of itself',
			async (trx, n) => {
				await put(n)(trx);
				throw new Error('No.');
			},
			{ message: 'No.' },
		],
		[
			'at the commit',
			async (trx, n) => {
				await sql`pragma defer_foreign_keys = on`.execute(trx);
				await sql`insert into seen (n, parent) values (${n}, 99)`.execute(trx);
			},
			{ code: 'SQLITE_CONSTRAINT_FOREIGNKEY' },
		],
		[
			'so that the engine rolls back all',
			(trx) => sql`insert into fatal values (1)`.execute(trx),
			{ message: 'gone' },
		],
	])('do not fail for one that fails %s, wherever it comes', async (_how, fail, reason) => {
		for (const [round, bad] of [1, 3, 5].entries()) {
			const numbers = upTo(5).map((n) => round * 10 + n);
			const good = numbers.filter((n) => n % 10 !== bad);
			const all = await Promise.allSettled(
				numbers.map((n) => commits.write((trx) => (n % 10 === bad ? fail(trx, n) : put(n)(trx)))),
			);
			expect(all.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))).toEqual(good);
			expect(all[bad - 1]).toMatchObject({ status: 'rejected', reason });
			expect(seen().filter((n) => Number(n) > round * 10)).toEqual(good);
		}
	});

	it('go on after one that failed, and know when nothing is under way', async () => {
		expect(commits.idle()).toBeUndefined();
		const failing = commits.write(async () => {
			throw new Error('No.');
		});
		const next = commits.write(put(1));
		await expect(failing).rejects.toThrow('No.');
		await commits.idle();
		expect(seen()).toEqual([1]);
		expect(commits.idle()).toBeUndefined();
		expect(await next).toBe(1);
	});
});
