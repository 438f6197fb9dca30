import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { claim, release, renew } from './leases.ts';

/** A background job, run by one server at a time. */
export interface Job {
	name: string;
	/** From the start of the process to the first turn, and from the end of one to the next. */
	firstMs: number;
	everyMs: number;
	/** Whether there is anything to do, where a quick look tells; a turn is taken only then. */
	isDue?: () => Promise<boolean>;
	/** Does the work; ends early when the signal says so. Resolves to a sentence for the status page. */
	run: (signal: AbortSignal) => Promise<string>;
}

export interface JobOptions {
	leaseMs?: number;
	onError?: (job: string, error: unknown) => void;
}

const LEASE_MS = 60_000;

/** Runs a job whenever its turn is free. Returns a function that ends this after running work has stopped. */
const startJob = (
	database: Database,
	job: Job,
	{ leaseMs = LEASE_MS, onError = () => {} }: JobOptions = {},
) => {
	const stopping = new AbortController();
	const mine = { name: job.name, holder: randomUUID(), leaseMs };
	// A job that knows when it is due needs no rest between two turns.
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
		await release(database, mine, outcome, Date.now());
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

/** Runs jobs on one server at a time by leases. Returns a function that stops, and resolves when running work has ended. */
export const startJobs = (database: Database, jobs: readonly Job[], options?: JobOptions) => {
	const started = jobs.map((job) => startJob(database, job, options));
	return async () => {
		await Promise.all(started.map((close) => close()));
	};
};

/** Repeats a batch of work until a batch did nothing, or the signal; resolves to the sum of what `work` resolved to. */
export const untilNone = async (work: () => Promise<number>, signal: AbortSignal) => {
	let all = 0;
	for (let done = 1; done > 0 && !signal.aborted; all += done) done = await work();
	return all;
};
