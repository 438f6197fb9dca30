import { type SelectQueryBuilder, sql } from 'kysely';
import type { Reads } from './database.ts';

const KEPT = 1_000;

interface Known {
	/** SQLite's own count of what others have committed. */
	version: number;
	totals: Map<string, number>;
}

const known = new WeakMap<Reads['read'], Known>();

const committed = async ({ read }: Reads) => {
	const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(read);
	return rows[0]?.data_version ?? 0;
};

/** The totals that still hold. */
const current = async (database: Reads): Promise<Known> => {
	const version = await committed(database);
	const kept = known.get(database.read);
	if (kept?.version === version && kept.totals.size < KEPT) return kept;
	const fresh = { version, totals: new Map<string, number>() };
	known.set(database.read, fresh);
	return fresh;
};

/**
 * How many rows a query finds. On SQLite the same question is not counted again until something is
 * committed: whoever turns the pages of a list has its rows gone through once a page, and not twice.
 */
export const totalOf = async (
	database: Reads,
	// biome-ignore lint/suspicious/noExplicitAny: any query over any tables
	rows: SelectQueryBuilder<any, any, any>,
): Promise<number> => {
	const query = rows.select((eb) => eb.fn.countAll<number>().as('total')).compile();
	const count = async () => (await database.read.executeQuery(query)).rows[0]?.total ?? 0;
	if (database.engine === 'postgres') return count();
	const { version, totals } = await current(database);
	const question = JSON.stringify([query.sql, query.parameters]);
	const told = totals.get(question);
	if (told !== undefined) return told;
	const total = await count();
	// Something may have been committed before the rows were counted; then others keep asking.
	if ((await committed(database)) === version) totals.set(question, total);
	return total;
};
