import { sql } from 'kysely';
import type { Counted, CountedByAll, Db } from './database.ts';

const FORGET_MS = 60_000;

/** Whether the time of a count is not over; who waited for another server's count may be a little behind it. */
const goesOn = sql`known.ends_at > clock_timestamp()
	and known.ends_at <= excluded.ends_at + interval '5 seconds'`;

/**
 * Adds counts to those of all servers, in one statement, and answers with the sums. On PostgreSQL only.
 * Its clock counts, so that those of the servers may differ; a time that ends well after one that begins
 * now was begun before that clock was set back, and is over.
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
				n = excluded.n + case when ${goesOn} then known.n else 0 end,
				ends_at = case when ${goesOn} then known.ends_at else excluded.ends_at end
			returning name, n, (extract(epoch from ends_at - clock_timestamp()) * 1000)::float8 as left`.execute(
			db,
		);
		return rows;
	};
};
