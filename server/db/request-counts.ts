import { sql } from 'kysely';
import type { Counted, CountedByAll, Db } from './database.ts';

const FORGET_MS = 60_000;

/**
 * Adds counts to those of all servers, in one statement, and answers with the sums. On PostgreSQL only.
 * Its clock counts, so that those of the servers may differ.
 */
export const openExchange = (db: Db) => {
	let forgetAt = 0;
	/** Of what others are at, another time will do. */
	const forget = () =>
		sql`
		delete from request_counts where name in (
			select name from request_counts where ends_at < clock_timestamp() for update skip locked
		)`.execute(db);
	return async (counted: readonly Counted[]): Promise<CountedByAll[]> => {
		if (performance.now() >= forgetAt) {
			forgetAt = performance.now() + FORGET_MS;
			await forget();
		}
		const [names, ns, pers] = [
			counted.map(({ name }) => name),
			counted.map(({ n }) => n),
			counted.map(({ per }) => per),
		];
		// In one order, so that two servers never wait for each other.
		const { rows } = await sql<CountedByAll>`
			insert into request_counts as known (name, n, ends_at)
			select name, n, clock_timestamp() + per * interval '1 millisecond'
			from unnest(${names}::text[], ${ns}::int[], ${pers}::int[]) as sent (name, n, per)
			order by name
			on conflict (name) do update set
				n = case when known.ends_at <= clock_timestamp() then 0 else known.n end + excluded.n,
				ends_at = case when known.ends_at <= clock_timestamp()
					then excluded.ends_at else known.ends_at end
			returning name, n, (extract(epoch from ends_at - clock_timestamp()) * 1000)::float8 as left`.execute(
			db,
		);
		return rows;
	};
};
