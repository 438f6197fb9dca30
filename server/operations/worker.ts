import { setTimeout as wait } from 'node:timers/promises';
import { BULK_AT_ONCE } from '#shared/contract/bulk-actions.ts';
import { startJob } from '../jobs/jobs.ts';
import { finish, type Runner, runSome } from './run.ts';

const NAME = 'Go on with operations';
const LEASE_MS = 30_000;
/** How often a server looks whether there is something to go on with: after a restart, or another's end. */
const LOOK_MS = 2_000;
/** An operation whose caller waits for it is over by then, or whoever did it is gone. */
const LEFT_MS = 10_000;
/** So many items of an operation, then the next one's turn. */
const BATCH = 16;
const REST_MS = { least: 5, most: 100 };

/**
 * Goes on with operations that nobody waits for, on one server at a time, for as long as there are any: a few
 * items of each in turn, and a rest as long as they took, so that requests are answered meanwhile.
 */
export const startWorker = (runner: Runner, now: () => number) => {
	const { database, onError } = runner;
	const left = () =>
		database.read
			.selectFrom('operations')
			.selectAll()
			.where('finished_at', 'is', null)
			.where((eb) =>
				eb.or([
					eb('total', '>', BULK_AT_ONCE),
					eb('at', '<=', new Date(now() - LEFT_MS).toISOString()),
				]),
			)
			.orderBy('at')
			.limit(20)
			.execute();

	const run = async (signal: AbortSignal) => {
		for (let rows = await left(); rows.length > 0; rows = await left())
			for (const row of rows) {
				if (signal.aborted) return 'Handed over';
				const began = performance.now();
				if ((await runSome(runner, row, BATCH)) === 0) await finish(runner, row, now());
				const took = performance.now() - began;
				await wait(Math.min(Math.max(REST_MS.least, took), REST_MS.most));
			}
		return 'Nothing left to do';
	};

	const isDue = async () => (await left()).length > 0;
	const job = { name: NAME, firstMs: LOOK_MS, everyMs: LOOK_MS, isDue, run };
	return startJob(database, job, { leaseMs: LEASE_MS, onError: (_, error) => onError(error) });
};
