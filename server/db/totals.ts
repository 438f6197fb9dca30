import type { SelectQueryBuilder } from 'kysely';
import type { Reads } from './database.ts';
import { remembered } from './remembered.ts';

/**
 * How many rows a query finds. On SQLite whoever turns the pages of a list has its rows gone through
 * once a page, and not twice.
 */
export const totalOf = (
	database: Reads,
	// biome-ignore lint/suspicious/noExplicitAny: any query over any tables
	rows: SelectQueryBuilder<any, any, any>,
): Promise<number> => {
	const query = rows.select((eb) => eb.fn.countAll<number>().as('total')).compile();
	return remembered(
		database,
		JSON.stringify([query.sql, query.parameters]),
		async () => (await database.read.executeQuery<{ total: number }>(query)).rows[0]?.total ?? 0,
	);
};
