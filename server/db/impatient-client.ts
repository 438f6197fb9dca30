import pg from 'pg';

/**
 * A connection to PostgreSQL that ends when an answer takes longer than `query_timeout`. By itself
 * node-postgres then only stops to wait: the connection goes back into the pool, and whoever gets it
 * next waits as long for a server, or a network, that has fallen silent.
 */
export class ImpatientClient extends pg.Client {
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
