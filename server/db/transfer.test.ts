import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM_CONTEXT } from '../audit-context.ts';
import { restoreDeletion } from '../content/restore.ts';
import { keyOfWord, tables } from '../content/tables.ts';
import { verifyAudit } from '../features/audit/verify.ts';
import { contentStores } from '../features/content.ts';
import { compareFigures } from '../features/statistics/recompute.ts';
import { type Engine, engines, makePostgresDatabase } from '../test-app.ts';
import { folderOfGroup } from '../test-folder.ts';
import type { Dump } from './dump.ts';
import { tallyOf } from './dump.ts';
import { LATER } from './fixtures/later-steps.ts';
import { contents, fillRichly, ODD, openOnce } from './fixtures/rich.ts';
import { sqliteFile } from './sqlite.ts';
import { fill, type Place, requireNothing, snapshotOf } from './transfer.ts';

const folder = folderOfGroup();

const newPlace = async (engine: Engine): Promise<Place> => {
	const dataDir = await mkdtemp(join(folder, 'data-'));
	if (engine === 'sqlite') return { dataDir, databaseUrl: undefined };
	return { dataDir, databaseUrl: await makePostgresDatabase() };
};

const rich = new Map<Engine, Promise<Place>>();

/** A database that is filled richly, the same one for all who only read it. */
const richly = (engine: Engine) => {
	const place =
		rich.get(engine) ??
		(async () => {
			const made = await newPlace(engine);
			await fillRichly(made);
			return made;
		})();
	rich.set(engine, place);
	return place;
};

const pairs = engines.flatMap((from) => engines.map((to) => [from, to] as const));

it('is filled and copied without what extensions of PostgreSQL have in its schema', async () => {
	const provided = await newPlace('postgres');
	const client = new pg.Client({ connectionString: provided.databaseUrl });
	await client.connect();
	await client.query(`create extension pg_trgm; create table spatial_ref_sys as select 4326 as srid;
		create view pg_stat_statements as select 1 as calls;
		alter extension pg_trgm add table spatial_ref_sys;
		alter extension pg_trgm add view pg_stat_statements`);
	await client.end();
	let from = await richly('sqlite');
	for (const to of [provided, await newPlace('postgres')]) {
		await requireNothing(to);
		const snapshot = await snapshotOf(from);
		expect(snapshot.tables.map(({ name }) => name)).not.toContain('spatial_ref_sys');
		await fill(to, snapshot).finally(snapshot.close);
		from = to;
	}
});

describe.each(engines)('a database (%s)', (engine) => {
	let place: Place;
	beforeAll(async () => {
		place = await richly(engine);
	});

	it('is held as it was, while others write to it', async () => {
		const snapshot = await snapshotOf(place);
		const table = snapshot.tables.find(({ name }) => name === 'courses');
		if (!table) throw new Error('no courses');
		const before = await tallyOf(snapshot, table);
		expect(before.rows).toBe(11);
		await openOnce(place, (database) =>
			database.write((trx) => trx.updateTable('courses').set({ description: 'changed' }).execute()),
		);
		expect(await tallyOf(snapshot, table)).toEqual(before);
		expect(await snapshot.problems()).toEqual([]);
		await snapshot.close();
	});

	it('is not filled where there is one', async () => {
		await expect(requireNothing(place)).rejects.toThrow(/already|not empty/);
		const snapshot = await snapshotOf(place);
		await expect(fill(place, snapshot)).rejects.toThrow(/already|not empty/);
		await snapshot.close();
	});

	it('is left empty by what fails in the middle, and can then be filled', async () => {
		const to = await newPlace(engine);
		const snapshot = await snapshotOf(place);
		const broken: Dump = {
			...snapshot,
			async *rows(table) {
				yield* snapshot.rows(table);
				if (table.name === 'topics') throw new Error('cut off');
			},
		};
		await expect(fill(to, broken)).rejects.toThrow('cut off');
		await requireNothing(to);
		expect(await readdir(to.dataDir)).toEqual([]);
		await fill(to, snapshot);
		await snapshot.close();
		expect(await contents(to)).toEqual(await contents(place));
	});

	it('takes nothing that does not fit together', async () => {
		const to = await newPlace(engine);
		const snapshot = await snapshotOf(place);
		const lacking: Dump = {
			...snapshot,
			async *rows(table) {
				if (table.name !== 'subjects') yield* snapshot.rows(table);
			},
		};
		await expect(fill(to, lacking)).rejects.toThrow();
		await requireNothing(to);
		await snapshot.close();
	});

	it('takes nothing of a newer program', async () => {
		const to = await newPlace(engine);
		const snapshot = await snapshotOf(place);
		const newer = { ...snapshot, steps: [...snapshot.steps, '9999-future'] };
		await expect(fill(to, newer)).rejects.toThrow(
			'The data belong to another version of this program.',
		);
		await requireNothing(to);
		await snapshot.close();
	});

	it('takes the rows of an older one, and brings them up to date', async () => {
		const to = await newPlace(engine);
		const snapshot = await snapshotOf(place);
		await fill(to, snapshot, LATER);
		await snapshot.close();
		const newer = await snapshotOf(to);
		expect(newer.steps).toEqual(Object.keys(LATER));
		const seasons = newer.tables.find(({ name }) => name === 'seasons');
		const rows = seasons && (await Array.fromAsync(newer.rows(seasons))).flat();
		expect(rows).toEqual(expect.arrayContaining([[expect.stringMatching(/^of /)]]));
		await newer.close();
	});
});

describe.each(pairs)('from %s to %s', (from, to) => {
	it('every row arrives as it was, and the database goes on from there', async () => {
		const source = await richly(from);
		const target = await newPlace(to);
		const snapshot = await snapshotOf(source);
		const loaded = await fill(target, snapshot);
		await snapshot.close();
		const before = await contents(source);
		expect(await contents(target)).toEqual(before);
		expect(Object.fromEntries(loaded)).toEqual(before);
		await openOnce(target, async (database) => {
			const { read } = database;
			const trash = await read.selectFrom('deletions').select('id').orderBy('id').execute();
			expect(trash).toHaveLength(2);
			const held = await read.selectFrom('trash_rows').selectAll().execute();
			for (const { id } of trash)
				await database.write((trx) => restoreDeletion(trx, contentStores, id, SYSTEM_CONTEXT));
			for (const { kind, item_id, item } of held) {
				const { table } = tables[keyOfWord(kind)];
				const rows = await read.selectFrom(table).selectAll().where('id', '=', item_id).execute();
				const back = {
					version: expect.any(Number),
					order_num: expect.any(Number),
					updated_at: expect.any(String),
				};
				expect(rows).toEqual([{ ...JSON.parse(item), ...back }]);
			}
			expect(await compareFigures(database.read)).toEqual([]);
			expect((await verifyAudit(read)).findings).toEqual([]);
			const odd = await read
				.selectFrom('idempotency_keys')
				.select(['body', 'created_at'])
				.where('actor', 'like', 'odd %')
				.orderBy('actor')
				.execute();
			expect(odd.map(({ body }) => body)).toEqual(ODD);
			expect(odd[0]?.created_at).toBe('1970-01-01T00:00:00.007Z');
			const last = await read
				.selectFrom('mpesa_messages')
				.select(({ fn }) => fn.max('id').as('id'))
				.executeTakeFirstOrThrow();
			const { id } = await database.write((trx) =>
				trx
					.insertInto('mpesa_messages')
					.values({
						at: new Date().toISOString(),
						kind: 'stk',
						key: null,
						peer: null,
						trusted: 1,
						http_status: null,
						body: Buffer.from('new'),
					})
					.returning('id')
					.executeTakeFirstOrThrow(),
			);
			expect(Number(id)).toBe(Number(last.id) + 1);
		});
	});
});

it('what arrives on SQLite is found by searches, and so is what comes after it', async () => {
	const [fresh, target] = [await newPlace('sqlite'), await newPlace('sqlite')];
	const snapshot = await snapshotOf(await richly('postgres'));
	await fill(target, snapshot);
	await snapshot.close();
	const triggers = (place: Place) =>
		openOnce(place, async ({ read }) => {
			const { rows } = await sql<{ sql: string }>`
				select sql from sqlite_master where type = 'trigger' order by name`.execute(read);
			return rows;
		});
	expect(await triggers(target)).toEqual(await triggers(fresh));
	await openOnce(target, async ({ read }) => {
		for (const [table, of, text, word] of [
			['topics', 'rowid', 'name_key', 'ing'],
			['past_papers', 'rowid', 'name_key', 'paper'],
			['payments', 'seq', `phone || char(10) || lower(coalesce(receipt, ''))`, '2547'],
		] as const) {
			const there = sql<{ id: number }>`select ${sql.raw(of)} as id from ${sql.table(table)}
				where ${sql.raw(text)} like ${`%${word}%`} order by id`;
			const found = sql<{ id: number }>`select rowid as id from ${sql.table(`${table}_search`)}
				where text match ${`"${word}"`} order by id`;
			const { rows } = await there.execute(read);
			expect(rows.length, table).toBeGreaterThan(5);
			expect((await found.execute(read)).rows, table).toEqual(rows);
		}
	});
}, 60_000);

it('no database is filled beside what is left of another, which would be played into it', async () => {
	const place = await newPlace('sqlite');
	const file = sqliteFile(place.dataDir);
	const snapshot = await snapshotOf(await richly('sqlite'));
	for (const left of [`${file}-wal`, `${file}-journal`]) {
		await writeFile(left, 'x');
		await expect(requireNothing(place)).rejects.toThrow(left);
		await expect(fill(place, snapshot)).rejects.toThrow(left);
		await rm(left);
	}
	await snapshot.close();
});
