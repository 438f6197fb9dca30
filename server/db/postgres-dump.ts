import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import {
	type Dump,
	type Loading,
	loadAll,
	type Row,
	type Snapshot,
	TransferError,
} from './dump.ts';
import { tablesRefused } from './engine.ts';
import { migrate, refuseUnknownSteps } from './migrate.ts';
import type { Steps } from './migrations/step.ts';
import { BACKUP_LOCK } from './postgres.ts';
import type { Schema } from './schema.ts';

const { escapeIdentifier: quoted } = pg;
const { BOOL, INT8, TIMESTAMPTZ } = pg.types.builtins;
const BATCH = 500;
/** A removal is short; another backup is not. */
const HOLD_MS = 10_000;

interface Table {
	name: string;
	columns: string[];
	key: string[];
	/** The column that the database itself numbers. */
	identity: string | null;
	parents: string[];
}

/** What may come with PostgreSQL before anything of ours, in the same schema: a provider's extensions. */
const OF_NO_EXTENSION = `not exists (select from pg_depend
	where classid = 'pg_class'::regclass and objid = t.oid and deptype = 'e')`;

const TABLES = `
	select relname as name,
		array(select attname::text from pg_attribute where attrelid = t.oid and attnum > 0
			and not attisdropped and attgenerated = '' order by attnum) as columns,
		array(select attname::text from pg_index, unnest(indkey) with ordinality as part (attnum, nth)
			join pg_attribute on attrelid = t.oid and pg_attribute.attnum = part.attnum
			where indrelid = t.oid and indisprimary order by nth) as key,
		(select attname from pg_attribute where attrelid = t.oid and attidentity <> '') as identity,
		array(select relname::text from pg_constraint join pg_class as parent on parent.oid = confrelid
			where conrelid = t.oid and contype = 'f') as parents
	from pg_class as t where relnamespace = current_schema()::regnamespace
		and relkind = 'r' and relpersistence = 'p' and relname not like 'kysely\\_%' and ${OF_NO_EXTENSION}
	order by relname`;

/** In an order in which each comes after those that it refers to. */
const parentsFirst = (tables: readonly Table[]): Table[] => {
	const ordered: Table[] = [];
	const isThere = (name: string) => ordered.some((table) => table.name === name);
	while (ordered.length < tables.length) {
		const next = tables.find(
			({ name, parents }) =>
				!isThere(name) && parents.every((parent) => parent === name || isThere(parent)),
		);
		if (!next) throw new Error('Tables refer to each other in a circle.');
		ordered.push(next);
	}
	return ordered;
};

/** Values as a dump has them: those of SQLite. */
const types = {
	getTypeParser: ((oid: number, format?: 'text') => {
		if (oid === INT8) return Number;
		if (oid === BOOL) return (text: string) => Number(text === 't');
		if (oid === TIMESTAMPTZ) return (text: string) => new Date(text).toISOString();
		return pg.types.getTypeParser(oid, format);
	}) as typeof pg.types.getTypeParser,
};

const dumpOf = async (client: pg.Client): Promise<Omit<Dump, 'tables'> & { tables: Table[] }> => {
	const { rows: steps } = await client.query<{ name: string }>(
		'select name from kysely_migration order by name',
	);
	const tables = parentsFirst((await client.query<Table>(TABLES)).rows);
	const keys = new Map(tables.map(({ name, key }) => [name, key]));
	return {
		steps: steps.map(({ name }) => name),
		tables,
		async *rows({ name, columns }) {
			const order = (keys.get(name) ?? []).map(quoted).join(', ');
			await client.query(
				`declare dump cursor for select ${columns.map(quoted).join(', ')} from ${quoted(name)} order by ${order}`,
			);
			try {
				for (;;) {
					const text = `fetch ${BATCH} from dump`;
					const { rows } = await client.query<Row[]>({ text, rowMode: 'array', types } as never);
					if (rows.length === 0) return;
					yield rows as unknown as Row[];
				}
			} finally {
				await client.query('close dump').catch(() => {});
			}
		},
	};
};

const connect = async (connectionString: string) => {
	const client = new pg.Client({ connectionString, keepAlive: true });
	client.on('error', () => {});
	await client.connect().catch((error: Error & { code?: string }) => {
		const why = `${error.message || error.code}.`.replace('..', '.');
		throw new TransferError(`DATABASE_URL cannot be used: ${why}`, { cause: error });
	});
	// A whole table takes as long as it takes.
	await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
	return client;
};

/** Holds a PostgreSQL database at this moment; servers may go on writing to it. */
export const postgresSnapshot = async (connectionString: string): Promise<Snapshot> => {
	const client = await connect(connectionString);
	try {
		await client.query('begin isolation level repeatable read read only');
		const dump = await dumpOf(client);
		// It checks its pages and its keys itself, and says so by failing to read.
		let ending: Promise<void> | undefined;
		const close = () => {
			ending ??= client.end();
			return ending;
		};
		return { ...dump, problems: async () => [], close };
	} catch (error) {
		await client.end();
		throw error;
	}
};

/** Bytes are written as PostgreSQL reads them, within JSON. */
const jsonValue = (value: Row[number]) =>
	Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;

const load =
	(client: pg.Client): Loading['load'] =>
	async ({ name, columns }, batches) => {
		const names = columns.map(quoted).join(', ');
		const insert = `insert into ${quoted(name)} (${names}) overriding system value
			select ${names} from json_populate_recordset(null::${quoted(name)}, $1)`;
		for await (const rows of batches) {
			const objects = rows.map((row) =>
				Object.fromEntries(columns.map((column, at) => [column, jsonValue(row[at] ?? null)])),
			);
			await client.query(insert, [JSON.stringify(objects)]);
		}
	};

const requireEmpty = async (client: pg.Client) => {
	const { rowCount } = await client.query(
		`select 1 from pg_class as t where relnamespace = current_schema()::regnamespace
			and relkind in ('r', 'p', 'v', 'm') and ${OF_NO_EXTENSION} limit 1`,
	);
	if (rowCount !== 0) throw new TransferError('The PostgreSQL database is not empty.');
	// The migrator would say only that the transaction is lost.
	const { rows } = await client.query<{ schema: string; free: boolean }>(
		`select current_schema() as schema, has_schema_privilege(current_schema(), 'create') as free`,
	);
	if (rows[0] && !rows[0].free) throw new TransferError(tablesRefused(rows[0].schema));
};

/** Numbers that the database gives go on after those that came. */
const continueNumbers = async (client: pg.Client, { name, identity }: Table) => {
	if (identity === null) return;
	await client.query(
		`select setval(pg_get_serial_sequence($1, $2), (select coalesce(max(${quoted(identity)}), 0) + 1 from ${quoted(name)}), false)`,
		[quoted(name), identity],
	);
};

/**
 * Fills an empty PostgreSQL database from a dump, and brings it up to date, all in one transaction:
 * it is there whole or not at all. Fails with `TransferError` where the database has any table but those of extensions.
 */
export const fillPostgres = async (connectionString: string, from: Dump, steps: Steps) => {
	refuseUnknownSteps(from.steps, steps);
	const client = await connect(connectionString);
	const pool = {
		connect: async () => Object.assign(client, { release: () => {} }),
		end: async () => {},
	};
	const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as never }) });
	try {
		return await db.transaction().execute(async (trx) => {
			await requireEmpty(client);
			await migrate(trx, steps, from.steps.at(-1));
			const to = await dumpOf(client);
			const triggers = async (set: 'disable' | 'enable') => {
				for (const { name } of to.tables)
					await client.query(`alter table ${quoted(name)} ${set} trigger user`);
			};
			// Rows come as they were, those that a trigger made too.
			await triggers('disable');
			const loaded = await loadAll({ ...to, load: load(client) }, from);
			// Before the schema changes: keys that are looked at late are looked at now.
			await client.query('set constraints all immediate');
			await triggers('enable');
			for (const table of to.tables) await continueNumbers(client, table);
			await migrate(trx, steps);
			// Until PostgreSQL knows what came it plans for empty tables, and its own look may be a minute off.
			await client.query(`analyze ${to.tables.map(({ name }) => quoted(name)).join(', ')}`);
			return loaded;
		});
	} finally {
		await client.end();
	}
};

/** Keeps what a backup may need from being removed, until the function that it resolves to is called. */
export const holdPostgres = async (connectionString: string) => {
	const client = await connect(connectionString);
	try {
		await client.query(`set lock_timeout = ${HOLD_MS}`);
		await client.query('select pg_advisory_lock($1)', [BACKUP_LOCK]);
		return () => client.end();
	} catch (error) {
		await client.end();
		if ((error as { code?: string }).code === '55P03') return undefined;
		throw error;
	}
};

/** Whether a PostgreSQL database can be filled; fails with `TransferError` as `fillPostgres` does, or where it may get no table. */
export const requireEmptyPostgres = async (connectionString: string) => {
	const client = await connect(connectionString);
	await requireEmpty(client).finally(() => client.end());
};
