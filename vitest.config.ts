import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { POLL_MS, TEST_MS } from './tests/patience.ts';
import SlowTests from './tests/slow-tests.ts';

// Workers and the commands that tests start cache compiled modules across runs.
process.env.NODE_COMPILE_CACHE ??= `${import.meta.dirname}/node_modules/.cache/compiled`;

/** Tests that set the clock of their process or measure it run in a process of their own. */
const apart = [
	'server/finance/payments/clock.test.ts',
	'server/platform/http/{body-time,overload}.test.ts',
];
/** Fault tests whose behaviour other tests cover in one process: for the long run, or short with `--mode short`. */
const atLength = ['tests/faults/two-servers.test.ts'];

/** Matches files that `npm test` runs in a short form or on one engine only (tests/faults/length.ts). */
const SHORTENED = /\/length\.ts'|\b(onS|s)omeEngines\b/;

/** Returns the test files that a run takes: all, or at length those that `npm test` shortens. */
const pickFiles = (mode: string, include: string[]) =>
	mode === 'long'
		? globSync(include).filter((file) => SHORTENED.test(readFileSync(file, 'utf8')))
		: include;
const onServer = {
	environment: 'node' as const,
	globalSetup: './tests/postgres-setup.ts',
	setupFiles: ['./tests/random-seed.ts'],
};

export default defineConfig(({ mode }) => ({
	test: {
		// One more than there are cores: tests often wait for a disk, a database, a process or a limit.
		maxWorkers: availableParallelism() + 1,
		// At length, tests repeat up to a thousand times what they do in `npm test`.
		testTimeout: mode === 'long' ? 10 * TEST_MS : TEST_MS,
		hookTimeout: TEST_MS,
		expect: { poll: { timeout: POLL_MS } },
		reporters: ['default', new SlowTests()],
		teardownTimeout: 60_000,
		projects: [
			{
				test: {
					...onServer,
					name: 'server',
					include: pickFiles(mode, [
						'server/**/*.test.ts',
						'shared/**/*.test.ts',
						'tests/*.test.ts',
					]),
					exclude: apart,
					// Loading the server again for each file takes as long as the tests themselves.
					isolate: false,
				},
			},
			{ test: { ...onServer, name: 'apart', include: pickFiles(mode, apart) } },
			{
				test: {
					...onServer,
					name: 'faults',
					include: ['tests/faults/**/*.test.ts'],
					exclude: mode === 'test' ? atLength : [],
					isolate: false,
					// The long run starts after all other tests, because it measures time.
					sequence: { groupOrder: mode === 'long' ? 1 : 0 },
				},
			},
			{
				// Not the plugins of the build: the router plugin searches for routes below another root.
				plugins: [react()],
				test: {
					...onServer,
					name: 'web',
					environment: 'jsdom',
					isolate: false,
					restoreMocks: true,
					include: ['web/src/**/*.test.{ts,tsx}'],
					setupFiles: ['./tests/random-seed.ts', './web/test-setup.ts'],
				},
			},
		],
	},
}));
