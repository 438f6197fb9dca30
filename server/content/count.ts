import type { SelectQueryBuilder } from 'kysely';
import type { Db } from '../db/database.ts';
import type { ContentTables } from './tables.ts';

/** How many rows of a table have these values. */
export const countOf = async (
	db: Db,
	table: keyof ContentTables,
	values: Record<string, string | boolean>,
) => {
	// biome-ignore lint/suspicious/noExplicitAny: a table that is a parameter, as in `tableStore`
	let query = (db as any).selectFrom(table).select((eb: any) => eb.fn.countAll().as('n'));
	for (const [column, value] of Object.entries(values)) query = query.where(column, '=', value);
	return (await query.executeTakeFirstOrThrow()).n as number;
};

/** How many rows a query finds. */
// biome-ignore lint/suspicious/noExplicitAny: any query over any tables
export const totalOf = async (rows: SelectQueryBuilder<any, any, any>): Promise<number> =>
	Number((await rows.select((eb) => eb.fn.countAll().as('n')).executeTakeFirstOrThrow()).n);
