import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { formatIso } from '#shared/east-africa-time.ts';
import type { Database } from './db/database.ts';
import { isSchemaCurrent } from './db/migrate.ts';

/** A background job: the server that runs it, and the result of the last run. */
interface JobRow {
	name: string;
	holder: string | null;
	lease_until: string | null;
	started_at: string | null;
	finished_at: string | null;
	failed_at: string | null;
	note: string | null;
}

declare module './db/schema.ts' {
	interface Schema {
		jobs: JobRow;
	}
}

interface Claim {
	name: string;
	holder: string;
	leaseMs: number;
}

/**
 * Takes the lease of a job if it is free and `everyMs` have passed, and the database has the schema of this version.
 * Ignores later instants, of a clock that was set back.
 */
export const claim = (
	database: Database,
	{ name, holder, leaseMs }: Claim,
	everyMs: number,
	now: number,
) =>
	database.write(async (trx) => {
		if (!(await isSchemaCurrent(trx))) return false;
		const free = sql<boolean>`(lease_until is null or lease_until <= ${formatIso(now)}
			or lease_until > ${formatIso(now + 2 * leaseMs)})`;
		const due = sql<boolean>`(finished_at is null or finished_at <= ${formatIso(now - everyMs)}
			or finished_at > ${formatIso(now + everyMs)})`;
		await trx
			.insertInto('jobs')
			.values({ name })
			.onConflict((conflict) => conflict.column('name').doNothing())
			.execute();
		const { numUpdatedRows } = await trx
			.updateTable('jobs')
			.set({ holder, lease_until: formatIso(now + leaseMs), started_at: formatIso(now) })
			.where('name', '=', name)
			.where(free)
			.where(due)
			.executeTakeFirst();
		return numUpdatedRows === 1n;
	});

/** Extends a lease; resolves to whether this server still had it, and the database the schema of this version. */
export const renew = (database: Database, { name, holder, leaseMs }: Claim, now: number) =>
	database.write(async (trx) => {
		if (!(await isSchemaCurrent(trx))) return false;
		const { numUpdatedRows } = await trx
			.updateTable('jobs')
			.set({ lease_until: formatIso(now + leaseMs) })
			.where('name', '=', name)
			.where('holder', '=', holder)
			.executeTakeFirst();
		return numUpdatedRows === 1n;
	});

/** Extends a lease, or takes a free one: for work that one server does until it exits. */
export const renewOrClaim = async (database: Database, mine: Claim, now: number) =>
	(await renew(database, mine, now)) || claim(database, mine, 0, now);

/** Ends a lease with a sentence for the status page. Does nothing if another server has the lease. */
export const endLease = (
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
				finished_at: formatIso(now),
				failed_at: failed ? formatIso(now) : null,
				note,
			})
			.where('name', '=', name)
			.where('holder', '=', holder)
			.execute(),
	);

/** Ends all leases. On SQLite, their holders are dead processes when a server starts. */
export const endLeases = (database: Database) =>
	database.write((trx) =>
		trx
			.updateTable('jobs')
			.set({ holder: null, lease_until: null })
			.where('holder', 'is not', null)
			.execute(),
	);

/** A background job, run by one server at a time. */
export interface Job {
	name: string;
	/** Delay from the start of the process to the first run; `everyMs` is the delay between runs. */
	firstMs: number;
	everyMs: number;
	/** Returns whether there is work, by a quick check; without work, no lease is taken. */
	isDue?: () => Promise<boolean>;
	/** Runs the job; ends early if the signal aborts. Resolves to a sentence for the status page. */
	run: (signal: AbortSignal) => Promise<string>;
}

export interface JobOptions {
	leaseMs?: number;
	onError?: (job: string, error: unknown) => void;
}

const LEASE_MS = 60_000;

/** Runs a job whenever its lease is free. Returns a function that stops this and waits for running work. */
const startJob = (
	database: Database,
	job: Job,
	{ leaseMs = LEASE_MS, onError = () => {} }: JobOptions = {},
) => {
	const stopping = new AbortController();
	const mine = { name: job.name, holder: randomUUID(), leaseMs };
	// A job with `isDue` needs no minimum interval.
	const restMs = job.isDue ? 0 : job.everyMs * 0.9;

	const turn = async () => {
		if (job.isDue && !(await job.isDue())) return;
		if (!(await claim(database, mine, restMs, Date.now()))) return;
		const lost = new AbortController();
		const renewing = setInterval(async () => {
			if (!(await renew(database, mine, Date.now()).catch(() => false))) lost.abort();
		}, leaseMs / 3).unref();
		const outcome = await job.run(AbortSignal.any([stopping.signal, lost.signal])).then(
			(note) => ({ failed: false, note }),
			(error: Error) => {
				onError(job.name, error);
				return { failed: true, note: error.message.slice(0, 500) };
			},
		);
		clearInterval(renewing);
		await endLease(database, mine, outcome, Date.now());
	};
	const running = (async () => {
		await wait(job.firstMs, undefined, { ref: false, signal: stopping.signal });
		for (;;) {
			await turn().catch((error) => onError(job.name, error));
			await wait(job.everyMs, undefined, { ref: false, signal: stopping.signal });
		}
	})().catch(() => {});
	return async () => {
		stopping.abort();
		await running;
	};
};

/** Runs jobs on one server at a time, by leases. Returns a function that stops them and waits for running work. */
export const startJobs = (database: Database, jobs: readonly Job[], options?: JobOptions) => {
	const started = jobs.map((job) => startJob(database, job, options));
	return async () => {
		await Promise.all(started.map((close) => close()));
	};
};

/** Repeats a batch until it processes nothing or the signal aborts; resolves to the sum of the results. */
export const repeatUntilNone = async (work: () => Promise<number>, signal: AbortSignal) => {
	let all = 0;
	for (let done = 1; done > 0 && !signal.aborted; all += done) done = await work();
	return all;
};
