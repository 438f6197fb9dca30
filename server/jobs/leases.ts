import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** A background job: which server has its turn, and the result of the last one. */
export interface JobRow {
	name: string;
	holder: string | null;
	lease_until: string | null;
	started_at: string | null;
	finished_at: string | null;
	failed_at: string | null;
	note: string | null;
}

declare module '../db/schema.ts' {
	interface Schema {
		jobs: JobRow;
	}
}

interface Claim {
	name: string;
	holder: string;
	leaseMs: number;
}

const instant = (ms: number) => new Date(ms).toISOString();

/** Takes the turn of a job if its lease is free and `everyMs` have passed. Ignores instants of a clock that was set back. */
export const claim = (
	database: Database,
	{ name, holder, leaseMs }: Claim,
	everyMs: number,
	now: number,
) =>
	database.write(async (trx) => {
		const free = sql<boolean>`(lease_until is null or lease_until <= ${instant(now)}
			or lease_until > ${instant(now + 2 * leaseMs)})`;
		const due = sql<boolean>`(finished_at is null or finished_at <= ${instant(now - everyMs)}
			or finished_at > ${instant(now + everyMs)})`;
		await trx
			.insertInto('jobs')
			.values({ name })
			.onConflict((conflict) => conflict.column('name').doNothing())
			.execute();
		const { numUpdatedRows } = await trx
			.updateTable('jobs')
			.set({ holder, lease_until: instant(now + leaseMs), started_at: instant(now) })
			.where('name', '=', name)
			.where(free)
			.where(due)
			.executeTakeFirst();
		return numUpdatedRows === 1n;
	});

/** Extends a lease; resolves to whether the server still had it. */
export const renew = (database: Database, { name, holder, leaseMs }: Claim, now: number) =>
	database.write(async (trx) => {
		const { numUpdatedRows } = await trx
			.updateTable('jobs')
			.set({ lease_until: instant(now + leaseMs) })
			.where('name', '=', name)
			.where('holder', '=', holder)
			.executeTakeFirst();
		return numUpdatedRows === 1n;
	});

/** Extends a lease, or takes it where it is free: for work that one server does until it ends. */
export const hold = async (database: Database, mine: Claim, now: number) =>
	(await renew(database, mine, now)) || claim(database, mine, 0, now);

/** Ends a turn, with a sentence for the status page; does nothing where another server has the lease. */
export const release = (
	database: Database,
	{ name, holder }: Omit<Claim, 'leaseMs'>,
	{ failed, note }: { failed: boolean; note: string | null },
	now: number,
) =>
	database.write((trx) =>
		trx
			.updateTable('jobs')
			.set({
				holder: null,
				lease_until: null,
				finished_at: instant(now),
				failed_at: failed ? instant(now) : null,
				note,
			})
			.where('name', '=', name)
			.where('holder', '=', holder)
			.execute(),
	);

/** Ends all leases: on SQLite their holders are dead processes when a server starts. */
export const endLeases = (database: Database) =>
	database.write((trx) =>
		trx
			.updateTable('jobs')
			.set({ holder: null, lease_until: null })
			.where('holder', 'is not', null)
			.execute(),
	);
