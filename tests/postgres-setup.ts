import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../server/open-database.ts';
import { getSqlitePath } from '../server/platform/db/sqlite.ts';
import { startPostgres } from './postgres.ts';

const TEMPLATE = 'up_to_date';

/** Makes an empty SQLite database with the schema, whose file tests copy; resolves to its folder. */
const makeSqliteTemplate = async () => {
	const dataDir = mkdtempSync(join(tmpdir(), 'ufundi-template-'));
	const database = await openDatabase({ dataDir });
	await database.close();
	return dataDir;
};

/** Makes an empty PostgreSQL database with the schema, which tests copy with `create database`. */
const makePostgresTemplate = async (url: string, dataDir: string) => {
	const client = new pg.Client(url);
	await client.connect();
	await client.query(`create database ${TEMPLATE}`).finally(() => client.end());
	const address = new URL(url);
	address.pathname = `/${TEMPLATE}`;
	const database = await openDatabase({ dataDir, databaseUrl: address.href });
	await database.close();
};

/** Starts PostgreSQL once for all projects of a test run, and makes the template of each engine. */
export const setup = async ({ vitest }: TestProject) => {
	const run = vitest.getRootProject();
	if (run.getProvidedContext().postgresUrl) return undefined;
	const dataDir = await makeSqliteTemplate();
	const postgres = await startPostgres();
	await makePostgresTemplate(postgres.url, dataDir);
	run.provide('postgresUrl', postgres.url);
	run.provide('postgresTemplate', TEMPLATE);
	run.provide('sqliteTemplate', getSqlitePath(dataDir));
	return async () => {
		await postgres.stop();
		rmSync(dataDir, { recursive: true });
	};
};

declare module 'vitest' {
	interface ProvidedContext {
		/** Address of the PostgreSQL server of the tests, as its superuser. */
		postgresUrl: string;
		/** Name of an empty, current database on that server. */
		postgresTemplate: string;
		/** Path of an empty, current SQLite database. */
		sqliteTemplate: string;
	}
}
