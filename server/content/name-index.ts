import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { byEngine } from '../db/engine.ts';
import type { ContentTables } from './tables.ts';

/**
 * Which rows of a table answer a question to SQLite's index of trigrams, at most so many; of courses, which are few,
 * there is none. Undefined on PostgreSQL, whose planner asks its own by itself. Without it any page of a list takes
 * 56 ms at p95 and a search 61, of 50 (docs/benchmarks/reads-and-writes.md).
 */
export const indexedNames = (
	db: Db,
	table: keyof ContentTables,
	match: string,
	most?: number,
): RawBuilder<{ rowid: number }> | undefined => {
	const index = sql.table(`${table}_search`);
	return byEngine(db, {
		postgres: () => undefined,
		sqlite: () => sql`select rowid from ${index} where ${index} match ${match} limit ${most ?? -1}`,
	});
};

/** The condition that a row is one of a few. */
export const isAmong = (rows: readonly { rowid: number }[]) =>
	sql<boolean>`rowid in (select value from json_each(${JSON.stringify(rows.map(({ rowid }) => rowid))}))`;
