import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

/** Starts the one PostgreSQL of a test run, for the first of its projects; tests `inject('postgresUrl')` and make databases in it. */
export const setup = async ({ vitest }: TestProject) => {
	const run = vitest.getRootProject();
	if (run.getProvidedContext().postgresUrl) return undefined;
	const postgres = await startPostgres();
	run.provide('postgresUrl', postgres.url);
	return postgres.stop;
};

declare module 'vitest' {
	interface ProvidedContext {
		/** A PostgreSQL server for the tests, as its superuser. */
		postgresUrl: string;
	}
}
