import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../server/open-database.ts';
import { startPostgres } from './postgres.ts';

const TEMPLATE = 'up_to_date';

/** Makes a database with the whole schema, of which others are copies: that takes a third of making each anew. */
const makeTemplate = async (url: string) => {
	const client = new pg.Client(url);
	await client.connect();
	await client.query(`create database ${TEMPLATE}`).finally(() => client.end());
	const address = new URL(url);
	address.pathname = `/${TEMPLATE}`;
	const dataDir = mkdtempSync(join(tmpdir(), 'ufundi-template-'));
	const database = await openDatabase({ dataDir, databaseUrl: address.href });
	await database.close();
	rmSync(dataDir, { recursive: true });
};

/** Starts the one PostgreSQL of a test run, for the first of its projects; tests `inject('postgresUrl')` and make databases in it. */
export const setup = async ({ vitest }: TestProject) => {
	const run = vitest.getRootProject();
	if (run.getProvidedContext().postgresUrl) return undefined;
	const postgres = await startPostgres();
	await makeTemplate(postgres.url);
	run.provide('postgresUrl', postgres.url);
	run.provide('postgresTemplate', TEMPLATE);
	return postgres.stop;
};

declare module 'vitest' {
	interface ProvidedContext {
		/** A PostgreSQL server for the tests, as its superuser. */
		postgresUrl: string;
		/** The name of a database there that is up to date and empty. */
		postgresTemplate: string;
	}
}
