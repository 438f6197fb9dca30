import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { claim, release, renew } from './leases.ts';

/** Work that goes on by itself, on one server at a time. */
export interface Job {
	/** Its name in the database and on the status page: 'Sweep files'. */
	name: string;
	/** From the start of the process to the first turn, and from the end of one to the next. */
	firstMs: number;
	everyMs: number;
	/** Whether there is anything to do, where that is soon told; a turn is taken only then. */
	isDue?: () => Promise<boolean>;
	/** Does it; ends early, but well, when the signal says so. Resolves to what to say about it. */
	run: (signal: AbortSignal) => Promise<string>;
}

export interface JobOptions {
	/** How long a server that was cut off keeps a turn to itself. */
	leaseMs?: number;
	onError?: (job: string, error: unknown) => void;
}

const LEASE_MS = 60_000;

/** Starts one server's part in a job: asks for its turn now and then. Returns what ends it once running work has stopped. */
const startJob = (
	database: Database,
	job: Job,
	{ leaseMs = LEASE_MS, onError = () => {} }: JobOptions = {},
) => {
	const stopping = new AbortController();
	let running: Promise<void> | undefined;
	const mine = { name: job.name, holder: randomUUID(), leaseMs };
	// What says by itself when it is due waits for nothing else.
	const restMs = job.isDue ? 0 : job.everyMs * 0.9;

	const turn = async () => {
		if (job.isDue && !(await job.isDue())) return;
		if (!(await claim(database, mine, restMs, Date.now()))) return;
		const lost = new AbortController();
		const keeping = setInterval(async () => {
			const kept = await renew(database, mine, Date.now()).catch(() => false);
			if (!kept) lost.abort();
		}, leaseMs / 3).unref();
		try {
			const note = await job.run(AbortSignal.any([stopping.signal, lost.signal]));
			await release(database, mine, { failed: false, note }, Date.now());
		} catch (error) {
			onError(job.name, error);
			const note = error instanceof Error ? error.message : String(error);
			await release(database, mine, { failed: true, note: note.slice(0, 500) }, Date.now());
		} finally {
			clearInterval(keeping);
		}
	};
	const go = () => {
		if (stopping.signal.aborted) return;
		running ??= turn()
			.catch((error) => onError(job.name, error))
			.finally(() => {
				running = undefined;
				if (!stopping.signal.aborted) timer = setTimeout(go, job.everyMs).unref();
			});
	};
	let timer = setTimeout(go, job.firstMs).unref();
	return async () => {
		stopping.abort();
		clearTimeout(timer);
		await running;
	};
};

/**
 * Has jobs done by one server at a time, without keeping the process alive for it: a lease in the
 * database says whose turn it is, and one that was cut off loses it. Returns the function that ends
 * this server's part, which resolves when work under way has stopped.
 */
export const startJobs = (database: Database, jobs: readonly Job[], options?: JobOptions) => {
	const started = jobs.map((job) => startJob(database, job, options));
	return async () => {
		await Promise.all(started.map((close) => close()));
	};
};
