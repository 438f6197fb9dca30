import type { SelectQueryBuilder } from 'kysely';
import type { Db } from '../db/database.ts';
import type { ContentTables, Untyped } from './tables.ts';
import { untyped } from './tables.ts';

/** How many rows of a table have these values. */
export const countOf = async (
	db: Db,
	table: keyof ContentTables,
	values: Record<string, string | boolean>,
) => {
	let query = untyped(db)
		.selectFrom(table)
		.select((eb: Untyped) => eb.fn.countAll().as('n'));
	for (const [column, value] of Object.entries(values)) query = query.where(column, '=', value);
	return (await query.executeTakeFirstOrThrow()).n as number;
};

/** How many rows a query finds. */
export const totalOf = async (
	rows: SelectQueryBuilder<Untyped, Untyped, Untyped>,
): Promise<number> =>
	Number((await rows.select((eb) => eb.fn.countAll().as('n')).executeTakeFirstOrThrow()).n);
