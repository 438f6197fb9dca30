import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../open-database.ts';
import { type Engine, engines, makePostgresDatabase } from '../../testing/app.ts';
import { makeTestFolder } from '../../testing/folder.ts';
import type { Db, Place } from './database.ts';
import { pickByEngine } from './engine.ts';
import { EARLIER_RELEASE, LAST_RELEASE, placeRelease } from './fixtures/releases.ts';
import { contentsOf } from './fixtures/rich.ts';
import { listMigrations, STEPS } from './migrate.ts';
import type { Steps } from './migrations/step.ts';
import { readPostgres } from './postgres.ts';
import { getSqlitePath, readSqlite } from './sqlite.ts';
import { isBooleanColumn } from './sqlite-dialect.ts';

const FIRST = { '0001-initial': STEPS['0001-initial'] } as Steps;

const makePlace = async (engine: Engine): Promise<Place> => ({
	dataDir: makeTestFolder(),
	databaseUrl: engine === 'postgres' ? await makePostgresDatabase() : undefined,
});

/** Runs statements without the program's checks. */
const runRaw = async ({ dataDir, databaseUrl }: Place, text: string) => {
	if (!databaseUrl) return new Sqlite(getSqlitePath(dataDir)).exec(text).close();
	const client = new pg.Client(databaseUrl);
	await client.connect();
	await client.query(text).finally(() => client.end());
};

const openReadOnly = ({ dataDir, databaseUrl }: Place) =>
	databaseUrl ? readPostgres(databaseUrl) : readSqlite(dataDir);

const readContents = async (place: Place) => {
	const db = openReadOnly(place);
	return contentsOf(db).finally(() => db.destroy());
};

/** Splits the columns and constraints of a `create table` statement. */
const splitParts = (text: string) => {
	const parts = [''];
	let depth = 0;
	for (const sign of text) {
		if (sign === '(') depth++;
		if (sign === ')') depth--;
		if (sign === ',' && depth === 1) parts.push('');
		else parts.push(parts.pop() + (depth > 0 ? sign : ''));
	}
	return parts.map((part) => part.replace(/^\(/, '').trim());
};

/** Reads everything that `create` statements made, without comments and the order of columns. */
const readSqliteSchema = async (db: Db) => {
	const { rows } = await sql<{ text: string }>`select sql as text from sqlite_schema
		where sql is not null and name not like 'kysely%' and name not like 'sqlite%'`.execute(db);
	return rows
		.map(({ text }) =>
			text
				.replace(/--.*/g, '')
				.replace(/["\s]+/g, ' ')
				.toLowerCase(),
		)
		.map((text) => text.replace(/ ?([(),]) ?/g, '$1').trim())
		.map((text) =>
			text.startsWith('create table')
				? `${/^[^(]+/.exec(text)}: ${splitParts(text).sort().join()} ${/[^)]*$/.exec(text)}`
				: text,
		)
		.sort();
};

const readPostgresSchema = async (db: Db) => {
	const { rows } = await sql<{ text: string }>`
		with own as (select oid, relname from pg_class where relnamespace = current_schema()::regnamespace
			and relkind in ('r', 'v') and relname not like 'kysely%')
		select concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
				attcollation::regcollation, pg_get_expr(adbin, adrelid)) as text
			from own join pg_attribute as a on attrelid = own.oid and attnum > 0 and not attisdropped
			left join pg_attrdef on adrelid = attrelid and adnum = attnum
		union all select concat_ws(' ', relname, pg_get_constraintdef(c.oid)) from own join pg_constraint as c on conrelid = own.oid
		union all select pg_get_indexdef(indexrelid) from own join pg_index on indrelid = own.oid
		union all select translate(pg_get_triggerdef(t.oid), '()', '') from own join pg_trigger as t on tgrelid = own.oid where not tgisinternal
		union all select concat_ws(' ', viewname, definition) from pg_views where schemaname = current_schema()
		union all select pg_get_functiondef(p.oid) from pg_proc as p where pronamespace = current_schema()::regnamespace
			and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')`.execute(
		db,
	);
	return rows.map(({ text }) => text).sort();
};

/** Opens the database of a place with migrations, which it needs, and returns its schema. */
const readSchema = async (place: Place, steps: Steps) => {
	const database = await openDatabase(place, { steps });
	const { read, close } = database;
	return pickByEngine(read, {
		sqlite: () => readSqliteSchema(read),
		postgres: () => readPostgresSchema(read),
	}).finally(close);
};

type Row = Record<string, unknown>;

/** The tables of decisions of the last release, and what `decisions` holds of each row. */
const EARLIER_DECISIONS: Record<string, (row: Row) => unknown[]> = {
	payment_adjustments: ({ payment_id: id, kind, amount }) => [
		'payment',
		id,
		kind,
		id,
		amount,
		null,
		null,
		null,
	],
	payment_assignments: ({ payment_id: id, account_reference, months }) => [
		'payment',
		id,
		'assignment',
		id,
		null,
		account_reference,
		months,
		null,
	],
	payment_notes: ({ payment_id: id }) => ['payment', id, 'note', id, null, null, null, null],
	delivery_settlements: ({ message_id, decided, payment_id, was }) => [
		'delivery',
		String(message_id),
		decided,
		payment_id,
		null,
		null,
		null,
		was,
	],
	reconciliation_decisions: ({ item_id, decided, payment_id }) => [
		'line',
		item_id,
		decided,
		payment_id,
		null,
		null,
		null,
		null,
	],
	awaited_receipts: ({ receipt, amount }) => [
		'receipt',
		receipt,
		'awaited',
		null,
		amount,
		null,
		null,
		null,
	],
};

describe.each(engines)(`a database of commit ${EARLIER_RELEASE} (%s)`, (engine) => {
	it('is taken over as it is, then gets the schema of a new database', async () => {
		const place = await makePlace(engine);
		await placeRelease(place, EARLIER_RELEASE);
		const before = await readContents(place);
		expect(before).toMatchObject({ payments: { rows: 532 }, statement_line_rows: { rows: 20 } });
		expect(await readSchema(place, FIRST)).toEqual(
			await readSchema(await makePlace(engine), FIRST),
		);
		expect(await readContents(place)).toEqual(before);
		expect(await readSchema(place, STEPS)).toEqual(
			await readSchema(await makePlace(engine), STEPS),
		);
	});

	it('keeps every decision about money, withdrawn ones too', async () => {
		const place = await makePlace(engine);
		await placeRelease(place, EARLIER_RELEASE);
		const earlier = await openDatabase(place, { steps: FIRST });
		const expected: string[] = [];
		for (const [table, describe] of Object.entries(EARLIER_DECISIONS)) {
			const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(earlier.read);
			expect(rows.length).toBeGreaterThan(0);
			const withdrawn = new Set(rows.map(({ withdraws }) => withdraws));
			for (const row of rows.filter(({ withdraws }) => withdraws == null)) {
				const ended = row.withdrawn_at != null || withdrawn.has(row.id);
				expected.push(JSON.stringify([...describe(row), row.reason, row.actor_name, ended]));
			}
		}
		await earlier.close();
		const { read, close } = await openDatabase(place);
		const found = (await read.selectFrom('decisions').selectAll().execute()).map((row) => [
			...[row.about_kind, row.about_id, row.what, row.payment_id, row.amount_shillings],
			...[row.account_reference, row.months, row.state_before],
			...[row.reason, row.actor_name, row.withdrawn_at !== null],
		]);
		await close();
		expect(found.map((row) => JSON.stringify(row)).sort()).toEqual(expected.sort());
	});

	it('gets void payments for those that were deleted and are still named', async () => {
		const place = await makePlace(engine);
		await placeRelease(place, EARLIER_RELEASE);
		const [booked, merged] = [1, 2].map((n) => `0198d1c0-0000-7000-8000-00000000000${n}`);
		const at = '2026-10-01T08:00:00.000Z';
		await runRaw(
			place,
			`insert into payment_events (payment_id, at, to_status, cause, note) values
				('${booked}', '${at}', 'completed', 'booked', null),
				('${merged}', '${at}', 'completed', 'merged', (select min(id) from payments));
			insert into audit_log (id, at, action, actor, actor_name, item_kind, item_id, before) values
				('0', '${at}', 'delete', 'system', 'System', 'transaction', '${booked}',
					'{"status": "completed", "amount": 1500, "receipt": "UJ1GONE0AA"}')`,
		);
		const { read, write, close } = await openDatabase(place);
		const found = await read
			.selectFrom('payments')
			.select(['id', 'amount', 'status', 'search_key', 'merged_into'])
			.where('id', 'in', [booked, merged] as string[])
			.orderBy('id')
			.execute();
		const { first } = await read
			.selectFrom('payments')
			.select(({ fn }) => fn.min('id').as('first'))
			.where('status', '<>', 'void')
			.executeTakeFirstOrThrow();
		expect(found).toEqual([
			{ id: booked, amount: 1500, status: 'void', search_key: 'uj1gone0aa', merged_into: null },
			{ id: merged, amount: 1, status: 'void', search_key: '', merged_into: first },
		]);
		const event = { payment_id: 'unknown', at, to_status: 'completed', cause: 'booked' } as const;
		const rest = { from_status: null, message_id: null, actor: null, note: null };
		await expect(
			write((trx) =>
				trx
					.insertInto('payment_events')
					.values({ ...event, ...rest })
					.execute(),
			),
		).rejects.toThrow(/foreign key/i);
		await close();
	});

	it('is refused with the commit to start once if it is older, and not changed', async () => {
		const place = await makePlace(engine);
		await placeRelease(place, EARLIER_RELEASE);
		for (const change of [
			`delete from kysely_migration where name = '0021-awaited-receipts'`,
			`delete from kysely_migration where name > '0001-initial'; create table audit_heads (chain text)`,
		]) {
			await runRaw(place, change);
			const before = await readContents(place);
			await expect(openDatabase(place)).rejects.toThrow(
				`The database belongs to an older version of Ufundi. Start the server of commit ${EARLIER_RELEASE} with it once, then this one.`,
			);
			expect(await readContents(place)).toEqual(before);
		}
	});
});

/** Tables whose rows no step makes or removes. */
const KEPT = [
	'audit_log',
	'courses',
	'deletions',
	'files',
	'intakes',
	'jobs',
	'learner_devices',
	'links',
	'mpesa_messages',
	'opened',
	'past_papers',
	'payment_events',
	'payments',
	'people',
	'problems',
	'statement_line_rows',
	'statements',
	'topics',
];

describe.each(engines)(`a database of ${LAST_RELEASE} (%s)`, (engine) => {
	it('gets the schema of a new database, and keeps its rows', async () => {
		const place = await makePlace(engine);
		await placeRelease(place, LAST_RELEASE);
		const before = await readContents(place);
		for (const table of KEPT) expect(before[table]?.rows, table).toBeGreaterThan(0);
		expect(await readSchema(place, STEPS)).toEqual(
			await readSchema(await makePlace(engine), STEPS),
		);
		const after = await readContents(place);
		for (const table of KEPT) expect(after[table]?.rows, table).toBe(before[table]?.rows);
		expect(after.decisions?.rows).toBe(before.decisions?.rows);
	});

	it('has all steps of the release, and later ones have higher numbers', async () => {
		const place = await makePlace(engine);
		await placeRelease(place, LAST_RELEASE);
		const db = openReadOnly(place);
		const names = await listMigrations(db).finally(() => db.destroy());
		expect(Object.keys(STEPS).slice(0, names.length)).toEqual(names);
	});
});

/** Types of SQLite by types of PostgreSQL. */
const TYPES: Record<string, string> = {
	boolean: 'boolean',
	bigint: 'integer',
	bytea: 'blob',
	integer: 'integer',
	text: 'text',
	'timestamp with time zone': 'text',
};

it('has columns of the same types on both engines', async () => {
	const [onSqlite, onPostgres] = [await makePlace('sqlite'), await makePlace('postgres')];
	for (const place of [onSqlite, onPostgres]) await (await openDatabase(place)).close();
	const db = readPostgres(onPostgres.databaseUrl ?? '');
	const { rows } = await sql<{ name: string; type: string; isNull: boolean }>`
		select concat(table_name, '.', column_name) as name, data_type as type, is_nullable = 'YES' as "isNull"
		from information_schema.columns join information_schema.tables using (table_schema, table_name)
		where table_schema = current_schema() and table_type = 'BASE TABLE' and is_generated = 'NEVER' and table_name not in ('rate_limits', 'kysely_migration', 'kysely_migration_lock')
		order by concat(table_name, '.', column_name) collate "C"`.execute(db);
	await db.destroy();
	const file = new Sqlite(getSqlitePath(onSqlite.dataDir), { readonly: true });
	const columns = file
		.prepare(`select t.name as "of", c.name, lower(c.type) as type, c."notnull" or c.pk as required
			from pragma_table_list as t, pragma_table_xinfo(t.name) as c
			where t.schema = 'main' and t.type = 'table' and c.hidden = 0
				and t.name not like 'sqlite%' and t.name not like 'kysely%'`)
		.all() as { of: string; name: string; type: string; required: number }[];
	const found = columns.map(({ of, name, type, required }) => ({
		name: `${of}.${name}`,
		type: isBooleanColumn(file, of, name) ? 'boolean' : type,
		isNull: required === 0,
	}));
	file.close();
	const expected = rows.map((row) => ({ ...row, type: TYPES[row.type] }));
	expect(found.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(expected);
});
