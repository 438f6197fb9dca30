import type { Database } from '../db/database.ts';

/** Work that goes on by itself, by name: whose turn it is, and what came of the last one. */
export interface JobRow {
	name: string;
	/** The server whose turn it is, until `lease_until`. */
	holder: string | null;
	lease_until: string | null;
	started_at: string | null;
	finished_at: string | null;
	/** When it failed, where the last turn did. */
	failed_at: string | null;
	note: string | null;
}

declare module '../db/schema.ts' {
	interface Schema {
		jobs: JobRow;
	}
}

/** What a lease is on, and who asks for it. */
interface Claim {
	name: string;
	holder: string;
	/** How long it lasts without being renewed, in milliseconds. */
	leaseMs: number;
}

const instant = (ms: number) => new Date(ms).toISOString();

/**
 * Takes a job's turn: its lease is free, and nobody has finished it within `everyMs`. Of any number
 * of servers that ask at once, one gets it. Servers' clocks may differ by less than the lease.
 */
export const claim = (
	database: Database,
	{ name, holder, leaseMs }: Claim,
	everyMs: number,
	now: number,
) =>
	database.write(async (trx) => {
		await trx
			.insertInto('jobs')
			.values({ name })
			.onConflict((conflict) => conflict.column('name').doNothing())
			.execute();
		const { numUpdatedRows } = await trx
			.updateTable('jobs')
			.set({ holder, lease_until: instant(now + leaseMs), started_at: instant(now) })
			.where('name', '=', name)
			.where((eb) =>
				eb.or([
					eb('lease_until', 'is', null),
					eb('lease_until', '<=', instant(now)),
					// No lease is so long: it was taken by a clock that has been set back since.
					eb('lease_until', '>', instant(now + 2 * leaseMs)),
				]),
			)
			.where((eb) =>
				eb.or([
					eb('finished_at', 'is', null),
					eb('finished_at', '<=', instant(now - everyMs)),
					// Another start of the clock: what was done "in the future" does not hold work up.
					eb('finished_at', '>', instant(now + everyMs)),
				]),
			)
			.executeTakeFirst();
		return numUpdatedRows === 1n;
	});

/** Keeps a lease that is still held; resolves to whether it was. */
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

/** Keeps a lease, or takes it where it is free; for work that one server does until it ends. */
export const hold = async (database: Database, mine: Claim, now: number) =>
	(await renew(database, mine, now)) || claim(database, mine, 0, now);

/** What came of a turn: a sentence for the status page. */
export interface Outcome {
	failed: boolean;
	note: string | null;
}

/** Gives a turn back, with what came of it; another's lease is left alone. */
export const release = (
	database: Database,
	{ name, holder }: Omit<Claim, 'leaseMs'>,
	{ failed, note }: Outcome,
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

/** Ends all leases: for a server that has the database to itself, whose holders are dead processes. */
export const endLeases = (database: Database) =>
	database.write((trx) =>
		trx
			.updateTable('jobs')
			.set({ holder: null, lease_until: null })
			.where('holder', 'is not', null)
			.execute(),
	);
