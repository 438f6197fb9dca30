import { availableParallelism, loadavg } from 'node:os';

// Set once, for the processes that a run starts later, which would also count the load of the run itself.
process.env.TEST_PATIENCE ??= String(Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()));

/**
 * How many times longer than on a quiet machine a test may take: the processes that want each core when the run starts,
 * at least 1. `TEST_PATIENCE` sets it.
 */
export const PATIENCE = Number(process.env.TEST_PATIENCE);

/** Milliseconds after which a test fails, unless it says why it needs more. */
export const TEST_MS = 30_000 * PATIENCE;

/** Milliseconds after which a condition that a test waits for fails. */
export const POLL_MS = 10_000 * PATIENCE;
