import { sql } from 'kysely';
import type { CountedByAll, Database, Db } from './database.ts';

const FORGET_MS = 60_000;

/** Whether the time of a count is not over; who waited for another server's count may be a little behind it. */
const goesOn = sql`known.ends_at > clock_timestamp()
	and known.ends_at <= excluded.ends_at + interval '5 seconds'`;

/**
 * Counts requests for all servers, a statement each, on PostgreSQL only. Its clock counts, so that those of
 * the servers may differ; a time that ends well after one that begins now was begun before that clock was
 * set back, and is over.
 *
 * Kept since two servers let twice as much through without it (docs/decisions/0043): each counts for itself then, as
 * it does without the line in `postgres.ts`. `rate-limiter-flexible` goes by the clocks of the servers.
 */
export const openRequestCounts = (db: Db): NonNullable<Database['countForAll']> => {
	let forgetAt = 0;
	/** Of what others are at, another time will do. */
	const forget = () =>
		sql`
		delete from request_counts where name in (
			select name from request_counts where ends_at < clock_timestamp() for update skip locked
		)`.execute(db);
	return async (name, per, max) => {
		if (performance.now() >= forgetAt) {
			forgetAt = performance.now() + FORGET_MS;
			await forget();
		}
		const { rows } = await sql<CountedByAll>`
			insert into request_counts as known (name, n, ends_at)
			values (${name}, 1, clock_timestamp() + ${per}::int * interval '1 millisecond')
			on conflict (name) do update set
				n = case when ${goesOn} then least(known.n, ${max}::int) + 1 else 1 end,
				ends_at = case when ${goesOn} then known.ends_at else excluded.ends_at end
			returning n, (extract(epoch from ends_at - clock_timestamp()) * 1000)::float8 as left`.execute(
			db,
		);
		return rows[0] as CountedByAll;
	};
};
