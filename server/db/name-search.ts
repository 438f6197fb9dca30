import { sql } from 'kysely';
import type { Db } from './database.ts';
import { engineOf } from './engine.ts';
import type { ContentTables } from './schema.ts';
import { hasTrigrams, phrase } from './trigrams.ts';

/** Above so many, walking the list in its order soon meets a page of them. */
const FEW = 1_000;

/** Rows of a table by what their names contain, as SQLite's trigram index has them. */
export interface NamesFound {
	/** The row ids, where there are few of them. */
	few: readonly number[] | undefined;
	/** All of them, as a query to be counted. */
	// biome-ignore lint/suspicious/noExplicitAny: an index that is no table of the schema
	all: any;
}

/**
 * Looks a folded text up in the names of a table. Undefined where no index of SQLite's can answer:
 * under three characters, and on PostgreSQL, whose planner uses its own by itself.
 */
export const findNames = async (
	db: Db,
	table: keyof ContentTables,
	text: string,
): Promise<NamesFound | undefined> => {
	if (engineOf(db) === 'postgres' || !hasTrigrams(text)) return undefined;
	const index = `${table}_search`;
	// biome-ignore lint/suspicious/noExplicitAny: the same
	const all = (db as any).selectFrom(index).where(sql`${sql.table(index)} match ${phrase(text)}`);
	const found: { rowid: number }[] = await all
		.select('rowid')
		.limit(FEW + 1)
		.execute();
	return { all, few: found.length > FEW ? undefined : found.map(({ rowid }) => rowid) };
};

/** A condition that holds for the values of a list; one text of SQL for lists of any length. */
export const among = (column: string, values: readonly (number | string)[]) =>
	sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`;
