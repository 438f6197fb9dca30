import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { buildApp, type Dependencies } from './app.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { openPostgres } from './db/postgres.ts';
import { openSqlite } from './db/sqlite.ts';
import { openFileStore } from './files/open.ts';
import type { FileStore } from './files/store.ts';
import type { Api } from './http/api.ts';

export const engines = ['sqlite', 'postgres'] as const;
export type Engine = (typeof engines)[number];

/** An answer of the API, read. */
export interface Answer {
	status: number;
	// biome-ignore lint/suspicious/noExplicitAny: tests look into any body
	body: any;
	headers: Record<string, string | string[] | number | undefined>;
}

/** The real application on a database and a data folder of its own. */
export interface TestApp {
	engine: Engine;
	app: Api;
	database: Database;
	files: FileStore;
	dataDir: string;
	/** Where its PostgreSQL database is, where it is on one. */
	databaseUrl: string | undefined;
	/** `call('POST', '/courses', { name: 'A' })`; the address is under /api. */
	call: (
		method: NonNullable<InjectOptions['method']>,
		path: string,
		body?: unknown,
		headers?: Record<string, string>,
	) => Promise<Answer>;
	close: () => Promise<void>;
}

/** Makes an empty PostgreSQL database on the test server; resolves to its address and its end. */
export const makePostgresDatabase = async () => {
	const admin = inject('postgresUrl');
	const name = `test_${randomUUID().replaceAll('-', '')}`;
	const ask = async (text: string) => {
		const client = new pg.Client(admin);
		await client.connect();
		await client.query(text).finally(() => client.end());
	};
	await ask(`create database ${name}`);
	const url = new URL(admin);
	url.pathname = `/${name}`;
	return { url: url.href, drop: () => ask(`drop database ${name} with (force)`) };
};

const openDatabase = async (engine: Engine, dataDir: string) => {
	if (engine === 'sqlite')
		return { database: await openSqlite(dataDir), drop: async () => {}, url: undefined };
	const { url, drop } = await makePostgresDatabase();
	return { database: await openPostgres(url), drop, url };
};

/** Builds the app on an engine, with settings of a test's own. Ask for `close` when done with it. */
export const makeTestAppWith = async (
	engine: Engine,
	{ bucket, ...options }: Partial<Pick<Dependencies, 'config' | 'pace'> & Pick<Config, 'bucket'>>,
): Promise<TestApp> => {
	const dataDir = await mkdtemp(join(tmpdir(), 'ufundi-test-'));
	const { database, drop, url } = await openDatabase(engine, dataDir);
	const files = await openFileStore({ dataDir, bucket });
	const app = await buildApp({
		config: { productName: 'Ufundi', publicUrls: ['http://127.0.0.1:4000'], trustProxy: false },
		database,
		files,
		version: '0.0.0',
		...options,
	});
	await app.ready();
	return {
		engine,
		app,
		database,
		files,
		dataDir,
		databaseUrl: url,
		call: async (method, path, body, headers) => {
			const answer = await app.inject({
				method,
				url: `/api${path}`,
				headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
				...(body !== undefined && {
					payload: typeof body === 'string' ? body : JSON.stringify(body),
				}),
			});
			const isJson = answer.headers['content-type']?.toString().startsWith('application/json');
			return {
				status: answer.statusCode,
				body: isJson && answer.body !== '' ? answer.json() : answer.body,
				headers: answer.headers,
			};
		},
		close: async () => {
			await app.close();
			await database.close();
			await drop();
			await rm(dataDir, { recursive: true, force: true });
		},
	};
};

/** Builds the app on an engine. Ask for `close` when done with it. */
export const makeTestApp = (engine: Engine) => makeTestAppWith(engine, {});

/** Runs a group of tests on SQLite and on PostgreSQL, each on one app of its own. */
export const onEveryEngine = (name: string, tests: (site: () => TestApp) => void) =>
	describe.each(engines)(`${name} (%s)`, (engine) => {
		let site: TestApp;
		beforeAll(async () => {
			site = await makeTestApp(engine);
		});
		afterAll(() => site.close());
		tests(() => site);
	});

declare module 'vitest' {
	interface ProvidedContext {
		/** A PostgreSQL server for the tests, as its superuser. */
		postgresUrl: string;
	}
}
