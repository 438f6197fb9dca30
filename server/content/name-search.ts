import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { byEngine, contains } from '../db/engine.ts';
import { totalOf } from '../db/total.ts';
import { hasTrigrams, phrase } from '../db/trigrams.ts';
import type { ContentTables, Untyped } from './tables.ts';

/** Above so many, walking the list in its order soon meets a page of them. */
const FEW = 1_000;
/** Above so many, going through all names counts quicker than looking up the flags of each. */
const SOME = 4_000;

/** What else is asked of the rows. */
interface Besides {
	/** All the flags that the table has, and the value that each is to have. */
	flags: readonly (readonly [name: string, value: boolean | undefined])[];
	/** Not only under one row. */
	everywhere: boolean;
}

/** Rows of a table by what their names contain, as SQLite finds them. */
export interface NamesFound {
	/** Row ids, where they are few: all rows with the name and the flags are among them. */
	few?: readonly number[] | undefined;
	/** How many rows have the name and the flags; left out where going through the names tells it sooner. */
	total?: () => Promise<number>;
}

type Rows = Untyped;

const idsOf = async (rows: Rows, most: number): Promise<number[]> => {
	const found: { rowid: number }[] = await rows.select('rowid').limit(most).execute();
	return found.map(({ rowid }) => rowid);
};

const few = (ids: readonly number[] | undefined) => (ids && ids.length <= FEW ? ids : undefined);

/** By trigrams, which tell it at once. */
const findLong = async (
	db: Db,
	table: keyof ContentTables,
	text: string,
	flags: Besides['flags'],
): Promise<NamesFound> => {
	const index = `${table}_search`;
	const named = (db as Rows)
		.selectFrom(index)
		.where(sql`${sql.table(index)} match ${phrase(text)}`);
	if (flags.every(([, value]) => value === undefined))
		return { few: few(await idsOf(named, FEW + 1)), total: () => totalOf(named) };

	const terms = flags.map(([name, value]) =>
		value === undefined ? sql`${sql.ref(name)} in (0, 1)` : sql`${sql.ref(name)} = ${value}`,
	);
	const flagged = sql<number>`exists (select 1 from ${sql.table(table)} as flags
		indexed by ${sql.ref(`${table}_flags`)}
		where flags.rowid = ${sql.ref(`${index}.rowid`)} and ${sql.join(terms, sql` and `)})`;
	const query = named.select(['rowid', flagged.as('flagged')]).limit(SOME + 1);
	const found: { rowid: number; flagged: number }[] = await query.execute();
	if (found.length > SOME) return {};
	const ids = found.filter((row) => row.flagged).map(({ rowid }) => rowid);
	return { few: few(ids), total: async () => ids.length };
};

/** By going through the names, so that what is rare is not looked for twice. */
const findShort = async (db: Db, table: keyof ContentTables, text: string): Promise<NamesFound> => {
	const rows = (db as Rows).selectFrom(table);
	const named = rows.where(contains(db, 'name_key', text));
	return { few: few(await idsOf(named, FEW + 1)) };
};

/**
 * Looks a folded text up in the names of a table. Undefined where what is asked for is found as quickly
 * without: on PostgreSQL, whose planner uses an index of its own by itself, and for a short text under
 * one row.
 */
export const findNames = async (
	db: Db,
	table: keyof ContentTables,
	text: string,
	{ flags, everywhere }: Besides,
): Promise<NamesFound | undefined> => {
	const find = byEngine(db, {
		postgres: () => undefined,
		sqlite: () => {
			if (hasTrigrams(text)) return () => findLong(db, table, text, flags);
			return everywhere ? () => findShort(db, table, text) : undefined;
		},
	});
	return find?.();
};

/** A condition that holds for the values of a list; one text of SQL for lists of any length. */
export const among = (column: string, values: readonly (number | string)[]) =>
	sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`;
