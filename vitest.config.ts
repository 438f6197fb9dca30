import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		// One more than there are cores: much of a test is waiting for a disk, a database or a child.
		maxWorkers: availableParallelism() + 1,
		// A hang is ended, slowness is not: a machine that others use takes its time.
		testTimeout: 60_000,
		hookTimeout: 120_000,
		teardownTimeout: 60_000,
		projects: [
			{
				test: {
					name: 'server',
					environment: 'node',
					include: ['server/**/*.test.ts', 'shared/**/*.test.ts', 'tests/*.test.ts'],
					globalSetup: './tests/postgres-setup.ts',
				},
			},
			{
				test: {
					name: 'faults',
					maxWorkers: Math.max(2, availableParallelism() - 1),
					environment: 'node',
					include: ['tests/faults/**/*.test.ts'],
					globalSetup: './tests/postgres-setup.ts',
					// After all others: they take the machine's time, and some measure it.
					sequence: { groupOrder: 1 },
				},
			},
			{
				// Not the build's own plugins: the router's looks for its routes below another root.
				plugins: [react()],
				test: {
					name: 'web',
					environment: 'jsdom',
					include: ['web/src/**/*.test.{ts,tsx}'],
					setupFiles: './web/test-setup.ts',
				},
			},
		],
	},
});
