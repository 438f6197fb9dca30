import { sql } from 'kysely';
import type { Step } from './step.ts';

/**
 * How often who has asked, as several servers count it together. Only PostgreSQL has several; the table
 * is not logged there, since nothing is lost with it, and so it is in no backup and on no replica.
 */
export const requestCounts: Step = (engine) => ({
	up: async (db) => {
		if (engine === 'sqlite') return;
		await sql`create unlogged table request_counts (
			name text primary key not null,
			n integer not null,
			ends_at timestamptz not null
		)`.execute(db);
		await sql`create index request_counts_ends_at on request_counts (ends_at)`.execute(db);
	},
});
