import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { findPayments } from '../../features/transactions/find.ts';
import { makePostgresDatabase } from '../../test-app.ts';
import type { Db } from '../database.ts';
import { migrateWithin } from '../migrate.ts';
import { openPostgres } from '../postgres.ts';
import { openSqlite, sqliteFile } from '../sqlite.ts';
import { kyselyOf } from '../sqlite-dialect.ts';
import { openFile } from '../sqlite-file.ts';

const confirmations: [receipt: string, body: string][] = [
	[
		'UA11AAAAAA',
		'{"TransID":"UA11AAAAAA","FirstName":" JANE","MiddleName":"","LastName":"WANJIRU"}',
	],
	['UA11BBBBBB', '{"TransID":"UA11BBBBBB","FirstName":"PETER\\u0000 O","LastName":7}'],
	['UA11CCCCCC', '\ufeff{"TransID":"UA11CCCCCC","FirstName":"M\\ud800ary"}'],
	['UA11DDDDDD', 'not even JSON'],
	['UA11EEEEEE', 'null'],
];

const fillOld = async (db: Db, engine: 'sqlite' | 'postgres') => {
	await db.transaction().execute((trx) => migrateWithin(trx, engine, ['0010-digit-runs']));
	for (const [at, [receipt, body]] of confirmations.entries()) {
		await sql`insert into payments (seq, id, origin, status, amount, receipt, account_reference, updated_at)
			values (${at + 1}, ${`p${at}`}, 'c2b', 'completed', 1, ${receipt}, ${`Ref-${at}`}, '2026-01-01T00:00:00.000Z')`.execute(
			db,
		);
		await sql`insert into mpesa_messages (at, kind, key, trusted, body)
			values ('2026-01-01T00:00:00.000Z', 'c2b', ${receipt}, 1, ${Buffer.from(body)})`.execute(db);
	}
};

const ways = {
	sqlite: async () => {
		const dataDir = await mkdtemp(join(tmpdir(), 'ufundi-test-'));
		const old = kyselyOf(openFile(sqliteFile(dataDir), false));
		await fillOld(old, 'sqlite');
		await old.destroy();
		return { database: await openSqlite(dataDir), end: () => rm(dataDir, { recursive: true }) };
	},
	postgres: async () => {
		const { url, drop } = await makePostgresDatabase();
		const pool = new pg.Pool({ connectionString: url, max: 1 });
		const old: Db = new Kysely({ dialect: new PostgresDialect({ pool }) });
		await fillOld(old, 'postgres');
		await old.destroy();
		return { database: await openPostgres(url), end: drop };
	},
};

it.each(['sqlite', 'postgres'] as const)(
	'payments of before have the names that were confirmed, and are found by them (%s)',
	async (engine) => {
		const { database, end } = await ways[engine]();
		try {
			const rows = await database.read
				.selectFrom('payments')
				.select('payer_name')
				.orderBy('seq')
				.execute();
			expect(rows.map(({ payer_name }) => payer_name)).toEqual([
				...['JANE WANJIRU', 'PETER O', 'M\ufffdary', null, null],
			]);
			const found = async (term: string) => {
				const search = { terms: [term], beginnings: [], conditions: [], from: 0, to: 99 };
				return (await findPayments(database.read, search, 10, 0, 0)).seqs;
			};
			expect(await found('wanj')).toEqual([1]);
			expect(await found('ref-')).toEqual([5, 4, 3, 2, 1]);
			expect(await found('ua11bbb')).toEqual([2]);
			await database.write((trx) =>
				trx.updateTable('payments').set({ payer_name: 'GRACE' }).where('seq', '=', 1).execute(),
			);
			expect(await found('wanj')).toEqual([]);
			expect(await found('grac')).toEqual([1]);
			await database.write((trx) => trx.deleteFrom('payments').where('seq', '=', 1).execute());
			expect(await found('grac')).toEqual([]);
		} finally {
			await database.close();
			await end();
		}
	},
	60_000,
);
