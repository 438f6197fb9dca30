import { existsSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import Sqlite from 'better-sqlite3';
import { giveToFolderOwner } from '../owner.ts';
import {
	type Dump,
	type Loading,
	loadAll,
	type Row,
	type Snapshot,
	type TableShape,
	TransferError,
} from './dump.ts';
import { migrate, refuseUnknownSteps } from './migrate.ts';
import type { Steps } from './migrations/step.ts';
import { sqliteFile } from './sqlite.ts';
import { kyselyOf } from './sqlite-dialect.ts';

const BATCH = 500;

interface Column {
	name: string;
	pk: number;
	/** 0 for a column of the table's own; others are computed. */
	hidden: number;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

const columnsOf = (db: Sqlite.Database, table: string) =>
	db.pragma(`table_xinfo(${quoted(table)})`) as Column[];

/** Tables of our own making: not SQLite's, not those behind a search index, not the migrator's. */
const tablesOf = (db: Sqlite.Database): TableShape[] => {
	const all = db.pragma('main.table_list') as { name: string; type: string }[];
	return all
		.filter(({ name, type }) => type === 'table' && !/^(sqlite|kysely)_/.test(name))
		.map(({ name }) => {
			const columns = columnsOf(db, name).filter(({ hidden }) => hidden === 0);
			return { name, columns: columns.map((column) => column.name) };
		})
		.sort((a, b) => (a.name < b.name ? -1 : 1));
};

const dumpOf = (db: Sqlite.Database): Dump => ({
	steps: db.prepare('select name from kysely_migration order by name').pluck().all() as string[],
	tables: tablesOf(db),
	async *rows({ name, columns }) {
		const key = columnsOf(db, name)
			.filter(({ pk }) => pk > 0)
			.sort((a, b) => a.pk - b.pk);
		const order = key.length > 0 ? key.map((column) => quoted(column.name)).join(', ') : 'rowid';
		const select = db
			.prepare(`select ${columns.map(quoted).join(', ')} from ${quoted(name)} order by ${order}`)
			.raw();
		let batch: Row[] = [];
		for (const row of select.iterate()) {
			batch.push(row as Row);
			if (batch.length < BATCH) continue;
			yield batch;
			batch = [];
		}
		if (batch.length > 0) yield batch;
	},
});

const problemsOf = (db: Sqlite.Database) => {
	const integrity = db.pragma('integrity_check') as { integrity_check: string }[];
	const broken = db.pragma('foreign_key_check') as { table: string; parent: string }[];
	return [
		...integrity.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
		...broken.map(({ table, parent }) => `a row of ${table} refers to no row of ${parent}`),
	];
};

/** Holds the embedded database of a data folder at this moment; a server may go on writing to it. */
export const sqliteSnapshot = (dataDir: string): Snapshot => {
	const db = new Sqlite(sqliteFile(dataDir), { readonly: true });
	// What one transaction reads is of one moment (sqlite.org/isolation.html); it begins with a read.
	db.exec('begin');
	return {
		...dumpOf(db),
		problems: async () => problemsOf(db),
		close: async () => {
			db.close();
		},
	};
};

const sync = async (path: string) => {
	const file = await open(path);
	await file.sync().finally(() => file.close());
};

const loadingOf = (db: Sqlite.Database): Loading => ({
	...dumpOf(db),
	load: async ({ name, columns }, rows) => {
		const insert = db.prepare(
			`insert into ${quoted(name)} (${columns.map(quoted).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
		);
		for await (const batch of rows) for (const row of batch) insert.run(row);
	},
});

const INTO_SEARCH = /\bbegin\s+insert into (\S+ \(.+?\))\s+values \((.*)\);\s*end$/s;

/**
 * Takes all triggers away: rows come as they were, those that a trigger made too, and for each row that
 * comes into a search by itself SQLite writes a part of the index of its own (fts5SavepointMethod), and merges
 * it with the others. The function brings all rows in that are there by now, in one statement for each
 * search, and puts the triggers back.
 */
const withoutTriggers = (db: Sqlite.Database) => {
	const triggers = db
		.prepare(`select name, tbl_name as "table", sql from sqlite_master where type = 'trigger'`)
		.all() as { name: string; table: string; sql: string }[];
	for (const { name } of triggers) db.exec(`drop trigger ${quoted(name)}`);
	return () => {
		for (const { name, table, sql } of triggers) {
			if (name.endsWith('_search_insert')) {
				const [, into, values] = INTO_SEARCH.exec(sql) ?? [];
				if (into === undefined)
					throw new Error(`${name} does more than bring a row into a search.`);
				db.exec(
					`insert into ${into} select ${values} from ${quoted(table)} as new order by new.rowid`,
				);
			}
			db.exec(sql);
		}
	};
};

/** Fails with `TransferError` where a data folder holds a database, or what is left of one. */
export const requireNoSqlite = (dataDir: string) => {
	const file = sqliteFile(dataDir);
	if (existsSync(file)) throw new TransferError(`There is a database in ${dataDir} already.`);
	// SQLite would play it into whatever database comes to lie beside it (sqlite.org/howtocorrupt.html, 1.4).
	const log = [`${file}-wal`, `${file}-journal`].find(
		(path) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0,
	);
	if (log !== undefined)
		throw new TransferError(
			`DATA_DIR: ${log} is left of a database that was taken away; take it away too, or name another folder.`,
		);
};

/**
 * Makes the embedded database of a data folder from a source, and brings it up to date. It is there
 * whole or not at all: it has another name until it is read back, checked and synced. Fails with
 * `TransferError` where there is a database already.
 */
export const fillSqlite = async (dataDir: string, source: Dump, steps: Steps) => {
	const file = sqliteFile(dataDir);
	requireNoSqlite(dataDir);
	refuseUnknownSteps(source.steps, steps);
	const making = `${file}.making`;
	for (const left of [making, `${making}-journal`]) await rm(left, { force: true });
	const db = new Sqlite(making);
	try {
		giveToFolderOwner(making);
		// Nothing of it has to survive a crash before it has its name.
		for (const pragma of ['journal_mode = MEMORY', 'synchronous = OFF', 'cache_size = -65536'])
			db.pragma(pragma);
		const kysely = kyselyOf(db);
		await kysely.transaction().execute((trx) => migrate(trx, steps, source.steps.at(-1)));
		// Checked below, for all rows at once.
		db.pragma('foreign_keys = OFF');
		db.exec('begin');
		const withTriggers = withoutTriggers(db);
		const loaded = await loadAll(loadingOf(db), source);
		withTriggers();
		db.exec('commit');
		await kysely.transaction().execute((trx) => migrate(trx, steps));
		const [problem] = problemsOf(db);
		if (problem !== undefined) throw new TransferError(`The rows do not fit together: ${problem}.`);
		db.pragma('journal_mode = WAL');
		db.close();
		await sync(making);
		await rename(making, file);
		await sync(dataDir);
		return loaded;
	} catch (error) {
		db.close();
		await rm(making, { force: true });
		throw error;
	}
};
