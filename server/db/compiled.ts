import type { Compilable, CompiledQuery } from 'kysely';
import type { Database, Db } from './database.ts';
import { engineOf } from './engine.ts';

const known: Record<Database['engine'], Map<string, CompiledQuery>> = {
	sqlite: new Map(),
	postgres: new Map(),
};

/**
 * Runs a query that is built and compiled once for each engine and name, and from then on only given other
 * values: for what is asked all the time, since the building costs more than the answer. One topic has 0.36
 * of the floor's speed by it and 0.29 without (docs/decisions/0012). `build` must make the same text for
 * the same name, with these values in this order and no others; where the first one does not, this throws.
 * Without `queries.set` each query is built anew.
 */
export const runCompiled = async <Row>(
	db: Db,
	name: string,
	parameters: readonly unknown[],
	build: () => Compilable,
): Promise<Row[]> => {
	const queries = known[engineOf(db)];
	let query = queries.get(name);
	if (!query) {
		query = build().compile();
		const given = query.parameters;
		if (given.length !== parameters.length || given.some((value, at) => value !== parameters[at]))
			throw new Error(`The query ${name} has other values than it is told.`);
		queries.set(name, query);
	}
	return (await db.executeQuery<Row>({ ...query, parameters } as CompiledQuery<Row>)).rows;
};
