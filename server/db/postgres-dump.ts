import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import copies from 'pg-copy-streams';
import {
	type Dump,
	type Loading,
	loadAll,
	parentsFirst,
	type Snapshot,
	type TableShape,
	TransferError,
} from './dump.ts';
import { migrateWithin, refuseUnknownSteps } from './migrate.ts';
import type { Steps } from './migrations/step.ts';
import { BACKUP_LOCK } from './postgres.ts';
import { copyLine, fittedText, neutral, readAs } from './postgres-values.ts';
import type { Schema } from './schema.ts';

const { escapeIdentifier: quoted } = pg;
/** A removal is short; another backup is not. */
const HOLD_MS = 10_000;

interface Column {
	name: string;
	type: string;
	identity: boolean;
}

/** A table with what only PostgreSQL knows of it. */
interface Table extends TableShape {
	types: Map<string, string>;
	key: string[];
	identity: string | undefined;
	parents: string[];
}

const TABLES = `
	select relname as name,
		array(select jsonb_build_object('name', attname, 'type', format_type(atttypid, null),
				'identity', attidentity <> '')
			from pg_attribute where attrelid = t.oid and attnum > 0 and not attisdropped
				and attgenerated = '' order by attnum) as columns,
		array(select attname::text from pg_index, unnest(indkey) with ordinality as part (attnum, nth)
			join pg_attribute on attrelid = t.oid and pg_attribute.attnum = part.attnum
			where indrelid = t.oid and indisprimary order by nth) as key,
		array(select confrelid::regclass::text from pg_constraint
			where conrelid = t.oid and contype = 'f') as parents
	from pg_class as t
	where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p' and relname not like 'kysely\\_%'`;

const tablesOf = async (client: pg.Client): Promise<Table[]> => {
	const { rows } = await client.query<{
		name: string;
		columns: Column[];
		key: string[];
		parents: string[];
	}>(TABLES);
	return parentsFirst(
		rows.map(({ name, columns, key, parents }) => ({
			name,
			key,
			parents: parents.map((parent) => parent.replace(/^"(.*)"$/, '$1')),
			columns: columns.map((column) => column.name),
			types: new Map(columns.map((column) => [column.name, column.type])),
			identity: columns.find((column) => column.identity)?.name,
		})),
	);
};

/** Whole lines of a stream, a chunk at a time. Not `readline`, which takes more for a line's end. */
async function* linesOf(stream: AsyncIterable<Buffer>) {
	let rest: Buffer = Buffer.alloc(0);
	for await (const chunk of stream) {
		const end = chunk.lastIndexOf('\n');
		if (end < 0) {
			rest = Buffer.concat([rest, chunk]);
			continue;
		}
		yield Buffer.concat([rest, chunk.subarray(0, end)])
			.toString()
			.split('\n');
		rest = chunk.subarray(end + 1);
	}
}

const sourceOf = async (client: pg.Client): Promise<Omit<Dump, 'tables'> & { tables: Table[] }> => {
	const { rows: steps } = await client.query<{ name: string }>(
		'select name from kysely_migration order by name',
	);
	const tables = await tablesOf(client);
	const own = new Map(tables.map((table) => [table.name, table]));
	return {
		steps: steps.map(({ name }) => name),
		tables,
		async *rows({ name, columns }) {
			const { types, key } = own.get(name) as Table;
			const values = columns.map((column) => readAs(quoted(column), types.get(column) ?? ''));
			const order = key.length > 0 ? ` order by ${key.map(quoted).join(', ')}` : '';
			const copy = client.query(
				copies.to(
					`copy (select json_build_array(${values.join(', ')})::text from ${quoted(name)}${order}) to stdout`,
				),
			);
			const kinds = columns.map((column) => types.get(column) ?? '');
			for await (const lines of linesOf(copy))
				yield lines.map((line) =>
					// In COPY's text a backslash is doubled; JSON has no other character that it changes.
					(JSON.parse(line.replaceAll('\\\\', '\\')) as (string | number | null)[]).map(
						(value, at) => neutral(value, kinds[at] ?? ''),
					),
				);
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
		const source = await sourceOf(client);
		// It checks its pages and its keys itself, and says so by failing to read.
		let ending: Promise<void> | undefined;
		const close = () => {
			ending ??= client.end();
			return ending;
		};
		return { ...source, problems: async () => [], close };
	} catch (error) {
		await client.end();
		throw error;
	}
};

const loadingOf = async (
	client: pg.Client,
): Promise<Omit<Loading, 'tables'> & { tables: Table[] }> => {
	const source = await sourceOf(client);
	const own = new Map(source.tables.map((table) => [table.name, table]));
	return {
		...source,
		fitted: ({ name, columns }, row) => {
			const types = own.get(name)?.types;
			return row.map((value, at) => fittedText(value, types?.get(columns[at] ?? '') ?? ''));
		},
		load: async ({ name, columns }, rows) => {
			async function* lines() {
				for await (const batch of rows) yield batch.map(copyLine).join('');
			}
			const names = columns.map(quoted).join(', ');
			await pipeline(
				Readable.from(lines()),
				client.query(copies.from(`copy ${quoted(name)} (${names}) from stdin`)),
			);
		},
	};
};

const requireEmpty = async (client: pg.Client) => {
	const { rowCount } = await client.query(
		`select 1 from pg_class where relnamespace = current_schema()::regnamespace
			and relkind in ('r', 'p', 'v', 'm') limit 1`,
	);
	if (rowCount !== 0) throw new TransferError('The PostgreSQL database is not empty.');
};

/** Numbers that the database gives go on after those that came. */
const continueNumbers = async (client: pg.Client, tables: readonly Table[]) => {
	for (const { name, identity } of tables)
		if (identity !== undefined)
			await client.query(
				`select setval(pg_get_serial_sequence($1, $2), (select coalesce(max(${quoted(identity)}), 0) + 1 from ${quoted(name)}), false)`,
				[quoted(name), identity],
			);
};

/**
 * Fills an empty PostgreSQL database from a source, and brings it up to date, all in one transaction:
 * it is there whole or not at all. Fails with `TransferError` where the database has any table.
 */
export const fillPostgres = async (connectionString: string, source: Dump, steps: Steps) => {
	refuseUnknownSteps(source.steps, steps);
	const client = await connect(connectionString);
	const pool = {
		connect: async () => Object.assign(client, { release: () => {} }),
		end: async () => {},
	};
	const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as never }) });
	try {
		return await db.transaction().execute(async (trx) => {
			await requireEmpty(client);
			await migrateWithin(trx, 'postgres', steps, source.steps.at(-1));
			const loading = await loadingOf(client);
			const loaded = await loadAll(loading, source);
			// Before the schema changes: keys that are looked at late are looked at now.
			await client.query('set constraints all immediate');
			await continueNumbers(client, loading.tables);
			await migrateWithin(trx, 'postgres', steps);
			// Until PostgreSQL knows what came it plans for empty tables, and its own look may be a minute off.
			await client.query(`analyze ${loading.tables.map(({ name }) => quoted(name)).join(', ')}`);
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

/** Whether a PostgreSQL database can be filled; fails with `TransferError` where it has any table. */
export const requireEmptyPostgres = async (connectionString: string) => {
	const client = await connect(connectionString);
	await requireEmpty(client).finally(() => client.end());
};
