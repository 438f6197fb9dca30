import type Sqlite from 'better-sqlite3';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { CommandError } from '../errors.ts';
import { migrate } from './migrate.ts';
import { connect, requireEmpty } from './postgres.ts';
import type { Schema } from './schema.ts';

const { escapeIdentifier: quoted } = pg;
const BATCH = 500;

interface Table {
	name: string;
	columns: string[];
	identity: string | null;
	parents: string[];
}

const TABLES = `
	select relname as name,
		array(select attname::text from pg_attribute where attrelid = t.oid and attnum > 0
			and not attisdropped and attgenerated = '' order by attnum) as columns,
		(select attname from pg_attribute where attrelid = t.oid and attidentity <> '') as identity,
		array(select relname::text from pg_constraint join pg_class as parent on parent.oid = confrelid
			where conrelid = t.oid and contype = 'f') as parents
	from pg_class as t where relnamespace = current_schema()::regnamespace
		and relkind = 'r' and relpersistence = 'p' and relname not like 'kysely\\_%'
		and not exists (select from pg_depend
			where classid = 'pg_class'::regclass and objid = t.oid and deptype = 'e')
	order by relname`;

const sortParentsFirst = (tables: readonly Table[]): Table[] => {
	const sorted: Table[] = [];
	const isSorted = (name: string) => sorted.some((table) => table.name === name);
	while (sorted.length < tables.length) {
		const next = tables.find(
			({ name, parents }) =>
				!isSorted(name) && parents.every((parent) => parent === name || isSorted(parent)),
		);
		if (!next) throw new Error('Tables refer to each other in a circle.');
		sorted.push(next);
	}
	return sorted;
};

/** Converts bytes to the form that PostgreSQL parses in JSON. */
const toJsonValue = (value: unknown) =>
	Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;

const insertRows = async (client: pg.Client, { name, columns }: Table, rows: unknown[]) => {
	const names = columns.map(quoted).join(', ');
	await client.query(
		`insert into ${quoted(name)} (${names}) overriding system value
			select ${names} from json_populate_recordset(null::${quoted(name)}, $1)`,
		[JSON.stringify(rows)],
	);
};

const copyTable = async (from: Sqlite.Database, client: pg.Client, table: Table) => {
	const { name, columns, identity } = table;
	const all = from.prepare(`select ${columns.map(quoted).join(', ')} from ${quoted(name)}`);
	let batch: unknown[] = [];
	let sent = 0;
	for (const row of all.iterate() as IterableIterator<Record<string, unknown>>) {
		batch.push(
			Object.fromEntries(Object.entries(row).map(([key, value]) => [key, toJsonValue(value)])),
		);
		sent++;
		if (batch.length < BATCH) continue;
		await insertRows(client, table, batch);
		batch = [];
	}
	if (batch.length > 0) await insertRows(client, table, batch);
	const { rows } = await client.query(`select count(*)::int as n from ${quoted(name)}`);
	if (rows[0].n !== sent)
		throw new CommandError(`Of ${sent} rows of the table ${name}, ${rows[0].n} arrived.`);
	if (identity !== null)
		await client.query(
			`select setval(pg_get_serial_sequence($1, $2),
				(select coalesce(max(${quoted(identity)}), 0) + 1 from ${quoted(name)}), false)`,
			[quoted(name), identity],
		);
	return sent;
};

/**
 * Copies every row of a SQLite database to an empty PostgreSQL database, in one transaction. Resolves to row counts by
 * table.
 */
export const copyToPostgres = async (from: Sqlite.Database, databaseUrl: string) => {
	const client = await connect(databaseUrl);
	const pool = {
		connect: async () => Object.assign(client, { release: () => {} }),
		end: async () => {},
	};
	const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as never }) });
	try {
		return await db.transaction().execute(async (trx) => {
			await requireEmpty(client);
			await migrate(trx);
			// The version of the schema, which is copied too.
			await client.query('delete from settings');
			const tables = sortParentsFirst((await client.query<Table>(TABLES)).rows);
			const setTriggers = async (state: 'disable' | 'enable') => {
				for (const { name } of tables)
					await client.query(`alter table ${quoted(name)} ${state} trigger user`);
			};
			// Disabled, because rows that a trigger inserted are copied as well.
			await setTriggers('disable');
			const copied = new Map<string, number>();
			for (const table of tables) copied.set(table.name, await copyTable(from, client, table));
			await client.query('set constraints all immediate');
			await setTriggers('enable');
			// Without statistics, PostgreSQL plans for empty tables.
			await client.query(`analyze ${tables.map(({ name }) => quoted(name)).join(', ')}`);
			return copied;
		});
	} finally {
		await client.end();
	}
};
