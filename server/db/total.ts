import { type SelectQueryBuilder, sql } from 'kysely';

/** How many rows a query finds. */
export const totalOf = async (rows: SelectQueryBuilder<never, never, unknown>) =>
	Number((await rows.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()).n);
