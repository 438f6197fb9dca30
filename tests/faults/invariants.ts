import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { compareFigures } from '../../server/features/payments/figures.ts';
import { examineAll } from '../../server/files/examine.ts';
import { openFileStore } from '../../server/files/open.ts';
import type { Place } from './places.ts';

/** What SQLite finds wrong with its own file. */
const sqliteFaults = async ({ read }: Database) => {
	const { rows: pages } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(
		read,
	);
	const { rows: orphans } = await sql`pragma foreign_key_check`.execute(read);
	return [...pages.map((row) => row.integrity_check).filter((said) => said !== 'ok'), ...orphans];
};

/** Foreign keys of PostgreSQL that lead nowhere; ours have one column or two, and name what they refer to. */
const postgresFaults = async ({ read }: Database) => {
	const { rows: keys } = await sql<{
		name: string;
		child: string;
		parent: string;
		own: string[];
		theirs: string[];
	}>`
		select conname as name, conrelid::regclass::text as child, confrelid::regclass::text as parent,
			(select json_agg(quote_ident(attname) order by at) from unnest(conkey) with ordinality as k(num, at)
				join pg_attribute on attrelid = conrelid and attnum = num) as own,
			(select json_agg(quote_ident(attname) order by at) from unnest(confkey) with ordinality as k(num, at)
				join pg_attribute on attrelid = confrelid and attnum = num) as theirs
		from pg_constraint where contype = 'f'`.execute(read);
	expect(keys.length).toBeGreaterThan(5);
	const faults: unknown[] = [];
	for (const { name, child, parent, own, theirs } of keys) {
		const meet = own.map((column, at) => `p.${theirs[at]} = c.${column}`).join(' and ');
		const set = own.map((column) => `c.${column} is not null`).join(' and ');
		const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.raw(child)} c
			where ${sql.raw(set)} and not exists (select 1 from ${sql.raw(parent)} p where ${sql.raw(meet)})`.execute(
			read,
		);
		if (rows[0]?.n !== 0) faults.push({ name, orphans: rows[0]?.n });
	}
	return faults;
};

/** Courses whose audit rows are not as many as the versions that they went through. */
const unwritten = async ({ read }: Database) => {
	const { rows } = await sql`
		select c.id, c.version, count(a.id) as written from courses c
		left join audit_log a on a.item_id = c.id and a.item_kind = 'course' and a.action in ('create', 'update', 'restore')
		group by c.id, c.version having count(a.id) <> c.version`.execute(read);
	return rows;
};

const HOURS_AGO = new Date(Date.now() - 2 * 60 * 60 * 1000);

/** The stand-in for a store fails to list where one of its files goes meanwhile, as those that servers tidy away do. */
const insistOn = async <T>(look: () => Promise<T>) => {
	for (let tries = 1; ; tries++)
		try {
			return await look();
		} catch (error) {
			if (tries === 10) throw error;
			await sleep(500);
		}
};

/** Whether every row of a file has its content, and staging is empty once what is over is tidied away. */
const checkFiles = async ({ read }: Database, { dataDir, bucket }: Place) => {
	const staging = join(dataDir, 'files/tmp');
	const left = await readdir(staging);
	// One that has gone meanwhile is none that stays.
	for (const name of left) await utimes(join(staging, name), HOURS_AGO, HOURS_AGO).catch(() => {});
	const store = await openFileStore({ dataDir, bucket });
	const files = await read.selectFrom('files').select('sha256').execute();
	const known = new Set(files.map(({ sha256 }) => sha256));
	const found = await insistOn(() => examineAll(store, known));
	await store.tidy();
	// Not even one that no row has may be damaged: neither a disk nor a store shows what is not whole.
	expect({
		damaged: found.damaged,
		missing: found.missing,
		// A server that goes on may be drawing the picture of a file just now.
		staged: (await readdir(staging)).filter((name) => left.includes(name)),
	}).toEqual({ damaged: [], missing: [], staged: [] });
};

/**
 * What must hold of the data at a place after any fault, whatever was under way: the engine's own
 * checks, the audit trail, the figures of the payments against the payments, files against their rows.
 * On SQLite no server may be running there, and nowhere may one be at work.
 */
export const expectSound = async (place: Place) => {
	const database = await place.open();
	try {
		const faults = place.engine === 'sqlite' ? sqliteFaults : postgresFaults;
		expect(await faults(database)).toEqual([]);
		expect(await unwritten(database)).toEqual([]);
		expect(await compareFigures(database.read)).toEqual([]);
		await checkFiles(database, place);
	} finally {
		await database.close();
	}
};
