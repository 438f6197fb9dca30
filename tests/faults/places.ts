import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { compareFigures } from '../../server/finance/payments/figures.ts';
import { openDatabase } from '../../server/open-database.ts';
import type { Database } from '../../server/platform/db/database.ts';
import type { BucketSettings } from '../../server/platform/files/bucket-settings.ts';
import { examineAll } from '../../server/platform/files/examine.ts';
import { openFileStore } from '../../server/platform/files/open.ts';
import { type Engine, makePostgresDatabase, TEST_SECRET } from '../../server/testing/app.ts';
import { WITH_ADMIN } from '../e2e/people.ts';

/** The segment of the address at which these servers accept deliveries of payments. */
export const HOOK_TOKEN = 'a-secret-segment-of-the-address';

/** The data of a server, which outlives the server. */
export interface Place {
	engine: Engine;
	dataDir: string;
	/** The store of its files, if not the folder. */
	bucket?: BucketSettings;
	/** Settings of a server that uses it; the server has an administrator. */
	settings: Record<string, string>;
	/** Opens the database in this process; on SQLite no server may use it. */
	open: () => Promise<Database>;
	remove: () => Promise<void>;
}

/** Makes an empty place for the data of a server, on PostgreSQL in a new database unless one is named. */
export const makePlace = async (engine: Engine, namedDatabase?: string): Promise<Place> => {
	const dataDir = await mkdtemp(join(tmpdir(), 'ufundi-faults-'));
	const databaseUrl =
		engine === 'postgres' ? (namedDatabase ?? (await makePostgresDatabase())) : undefined;
	return {
		engine,
		dataDir,
		settings: {
			...WITH_ADMIN,
			DATA_DIR: dataDir,
			MPESA_HOOK_TOKEN: HOOK_TOKEN,
			...(databaseUrl && { DATABASE_URL: databaseUrl, SECRET: TEST_SECRET }),
		},
		open: () => openDatabase({ dataDir, databaseUrl }),
		remove: () => rm(dataDir, { recursive: true, force: true }),
	};
};

/** Returns problems that SQLite finds in its own file. */
const findSqliteFaults = async ({ read }: Database) => {
	const { rows: pages } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(
		read,
	);
	const { rows: orphans } = await sql`pragma foreign_key_check`.execute(read);
	return [...pages.map((row) => row.integrity_check).filter((text) => text !== 'ok'), ...orphans];
};

/** Returns the foreign keys of PostgreSQL with rows whose parent is missing. */
const findPostgresFaults = async ({ read }: Database) => {
	const { rows: keys } = await sql<{
		name: string;
		child: string;
		parent: string;
		columns: string[];
		parent_columns: string[];
	}>`
		select conname as name, conrelid::regclass::text as child, confrelid::regclass::text as parent,
			(select json_agg(quote_ident(attname) order by at) from unnest(conkey) with ordinality as k(num, at)
				join pg_attribute on attrelid = conrelid and attnum = num) as columns,
			(select json_agg(quote_ident(attname) order by at) from unnest(confkey) with ordinality as k(num, at)
				join pg_attribute on attrelid = confrelid and attnum = num) as parent_columns
		from pg_constraint where contype = 'f'`.execute(read);
	expect(keys.length).toBeGreaterThan(5);
	const faults: unknown[] = [];
	for (const { name, child, parent, columns, parent_columns } of keys) {
		const match = columns.map((column, n) => `p.${parent_columns[n]} = c.${column}`).join(' and ');
		const isSet = columns.map((column) => `c.${column} is not null`).join(' and ');
		const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.raw(child)} c
			where ${sql.raw(isSet)} and not exists (select 1 from ${sql.raw(parent)} p where ${sql.raw(match)})`.execute(
			read,
		);
		if (rows[0]?.n !== 0) faults.push({ name, orphans: rows[0]?.n });
	}
	return faults;
};

/** Returns courses that have more or fewer audit rows than versions. */
const findCoursesWithoutAuditRows = async ({ read }: Database) => {
	const { rows } = await sql`
		select c.id, c.version, count(a.id) as audited from courses c
		left join audit_log a on a.item_id = c.id and a.item_kind = 'course' and a.action in ('create', 'update', 'restore')
		group by c.id, c.version having count(a.id) <> c.version`.execute(read);
	return rows;
};

const TWO_HOURS_AGO = new Date(Date.now() - 2 * 60 * 60 * 1000);

/** Repeats a listing: the S3 stand-in fails if a server deletes a file while it lists. */
const retry = async <T>(list: () => Promise<T>) => {
	for (let tries = 1; ; tries++)
		try {
			return await list();
		} catch (error) {
			if (tries === 10) throw error;
			await sleep(500);
		}
};

/** Expects the content of every file row, no damaged content, and an empty staging folder after tidying. */
const expectSoundFiles = async ({ read }: Database, { dataDir, bucket }: Place) => {
	const staging = join(dataDir, 'files/tmp');
	const leftovers = await readdir(staging);
	// A server may delete one at the same time.
	for (const name of leftovers)
		await utimes(join(staging, name), TWO_HOURS_AGO, TWO_HOURS_AGO).catch(() => {});
	const store = await openFileStore({ dataDir, bucket });
	const files = await read.selectFrom('files').select('sha256').execute();
	const known = new Set(files.map(({ sha256 }) => sha256));
	const { damaged, missing } = await retry(() => examineAll(store, known));
	await store.tidy();
	// A running server may stage new files, so only the old ones count.
	const staged = (await readdir(staging)).filter((name) => leftovers.includes(name));
	expect({ damaged, missing, staged }).toEqual({ damaged: [], missing: [], staged: [] });
};

/**
 * Checks the data of a place after a fault: the engine's own checks, the audit trail, the payment figures, and files
 * against their rows. On SQLite no server may run there; on PostgreSQL no server may be working.
 */
export const expectSound = async (place: Place) => {
	const database = await place.open();
	try {
		const findFaults = place.engine === 'sqlite' ? findSqliteFaults : findPostgresFaults;
		expect(await findFaults(database)).toEqual([]);
		expect(await findCoursesWithoutAuditRows(database)).toEqual([]);
		expect(await compareFigures(database.read)).toEqual([]);
		await expectSoundFiles(database, place);
	} finally {
		await database.close();
	}
};
