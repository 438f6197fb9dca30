import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

/** Starts the one PostgreSQL of a test run; tests `inject('postgresUrl')` and make databases in it. */
export const setup = async ({ provide }: TestProject) => {
	const postgres = await startPostgres();
	provide('postgresUrl', postgres.url);
	return postgres.stop;
};

declare module 'vitest' {
	interface ProvidedContext {
		/** A PostgreSQL server for the tests, as its superuser. */
		postgresUrl: string;
	}
}
