import { Kysely, type KyselyPlugin, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db } from './database.ts';
import type { Schema } from './schema.ts';

/** Counts come as bigint text; none of ours passes 2^53. */
const types = {
	getTypeParser: ((oid: number, format?: 'text') =>
		oid === pg.types.builtins.INT8
			? Number
			: pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Instants leave the database as the same text on both engines. */
const instantsAsText: KyselyPlugin = {
	transformQuery: ({ node }) => node,
	transformResult: async ({ result }) => {
		for (const row of result.rows)
			for (const name in row) if (row[name] instanceof Date) row[name] = row[name].toISOString();
		return result;
	},
};

/** A connection that closes when a query exceeds `query_timeout`. node-postgres itself would return it to the pool. */
class ImpatientClient extends pg.Client {
	constructor(config?: string | pg.ClientConfig) {
		super(config);
		const ask = this.query.bind(this) as (...args: unknown[]) => unknown;
		const query = (...args: unknown[]) => {
			const answer = ask(...args);
			if (answer instanceof Promise)
				answer.catch((error: Error) => {
					if (isSilence(error)) this.connection.stream.destroy();
				});
			return answer;
		};
		this.query = query as typeof this.query;
	}
}

/** Whether a query failed because no answer came in time. */
const isSilence = ({ message }: Error) => message === 'Query read timeout';

/** Opens a pool of connections that read values as the rest of us expects them; nothing is connected yet. */
export const openPool = (config: pg.PoolConfig, onError: (error: Error) => void) => {
	const pool = new pg.Pool({
		connectionTimeoutMillis: 3_000,
		...config,
		types,
		keepAlive: true,
		Client: ImpatientClient,
	});
	// An idle connection that the server ends is an event of the pool; unheard, it would end us too.
	pool.on('error', onError);
	// The pool listens only while a connection is idle; one may also be cut between two statements of a transaction.
	pool.on('connect', (client) => client.on('error', onError));
	return pool;
};

/** A handle on the tables over a pool, or over whatever hands out connections as one does. */
export const kyselyOver = (pool: Pick<pg.Pool, 'connect' | 'end'>): Db =>
	new Kysely<Schema>({
		dialect: new PostgresDialect({ pool: pool as never }),
		plugins: [instantsAsText],
	});
