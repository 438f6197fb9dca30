import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// The workers, and the commands that tests start, compile what they load once for all runs.
process.env.NODE_COMPILE_CACHE ??= `${import.meta.dirname}/node_modules/.cache/compiled`;

/** Tests that set the clock of their process or measure it run in a process of their own. */
const apart = [
	'server/features/payments/clock.test.ts',
	'server/http/{body-time,overload}.test.ts',
];
/** Faults that tests within one process show as well: for the long run, and in their short form for `--mode short`. */
const atLength = ['tests/faults/two-servers.test.ts'];
const onServer = { environment: 'node', globalSetup: './tests/postgres-setup.ts' } as const;

export default defineConfig(({ mode }) => ({
	test: {
		// Two more than there are cores: much of a test is waiting for a disk, a database, a child or a limit.
		maxWorkers: availableParallelism() + 2,
		// A hang is ended, slowness is not: a machine that others use takes its time.
		testTimeout: 300_000,
		hookTimeout: 300_000,
		expect: { poll: { timeout: 120_000 } },
		teardownTimeout: 60_000,
		projects: [
			{
				test: {
					...onServer,
					name: 'server',
					include: ['server/**/*.test.ts', 'shared/**/*.test.ts', 'tests/*.test.ts'],
					exclude: apart,
					// To load the server anew for each file takes as long as the tests themselves.
					isolate: false,
				},
			},
			{ test: { ...onServer, name: 'apart', include: apart } },
			{
				test: {
					...onServer,
					name: 'faults',
					include: ['tests/faults/**/*.test.ts'],
					exclude: mode === 'test' ? atLength : [],
					isolate: false,
					// At length after all others: some of them measure time then. Else what waits goes beside what works.
					sequence: { groupOrder: mode === 'long' ? 1 : 0 },
				},
			},
			{
				// Not the build's own plugins: the router's looks for its routes below another root.
				plugins: [react()],
				test: {
					...onServer,
					name: 'web',
					environment: 'jsdom',
					isolate: false,
					restoreMocks: true,
					include: ['web/src/**/*.test.{ts,tsx}'],
					setupFiles: './web/test-setup.ts',
				},
			},
		],
	},
}));
