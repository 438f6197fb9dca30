import type { Db } from '../db/database.ts';
import { totalOf } from '../db/total.ts';
import type { ContentTables } from './tables.ts';
import { untyped } from './tables.ts';

/** How many rows of a table have these values. */
export const countOf = (
	db: Db,
	table: keyof ContentTables,
	values: Record<string, string | boolean>,
) => {
	let rows = untyped(db).selectFrom(table);
	for (const [column, value] of Object.entries(values)) rows = rows.where(column, '=', value);
	return totalOf(rows);
};
