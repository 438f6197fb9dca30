import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject } from 'vitest';
import type { KeyRole, Role } from '#shared/contract/platform/access.ts';
import { SOME_ENGINES } from '../../tests/faults/length.ts';
import { buildApp, type Dependencies } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { compareFigures } from '../finance/payments/figures.ts';
import { openDatabase } from '../open-database.ts';
import type { Database } from '../platform/db/database.ts';
import { getSqlitePath } from '../platform/db/sqlite.ts';
import { openFileStore } from '../platform/files/open.ts';
import type { FileStore } from '../platform/files/store.ts';
import type { Api } from '../platform/http/api.ts';
import { buildCookieNames } from '../platform/identity/auth.ts';
import { setHashCost } from '../platform/identity/password-rules.ts';
import { listUndocumented } from './documented.ts';
import { createPerson, makeKey, type Someone } from './people.ts';

/** Argon2id parameters for tests, which hash hundreds of passwords. */
export const TEST_HASH_COST = { memoryCost: 64, timeCost: 1, parallelism: 1 };
setHashCost(TEST_HASH_COST);

export const engines = ['sqlite', 'postgres'] as const;
export type Engine = (typeof engines)[number];

/**
 * The engines of tests of rules that need no second engine, such as sums: SQLite in `npm test`, both in the long run.
 * Tests of searches, order, locks and races run on both.
 */
export const someEngines: readonly Engine[] = SOME_ENGINES;

/** A parsed answer of the API. */
export interface Answer {
	status: number;
	// biome-ignore lint/suspicious/noExplicitAny: tests look into any body
	body: any;
	headers: Record<string, string | string[] | number | undefined>;
}

/** A call of the API. */
export type Call = (
	method: NonNullable<InjectOptions['method']>,
	path: string,
	body?: unknown,
	headers?: Record<string, string>,
) => Promise<Answer>;

/** The real application with its own database and data folder. */
export interface TestApp {
	engine: Engine;
	app: Api;
	database: Database;
	files: FileStore;
	dataDir: string;
	/** Address of its PostgreSQL database; undefined on SQLite. */
	databaseUrl: string | undefined;
	/** `call('POST', '/courses', { name: 'A' })` as an administrator; the address is under /api. */
	call: Call;
	/** Sends any request, as an administrator unless it has other credentials. */
	inject: (options: InjectOptions) => Promise<LightMyRequestResponse>;
	/** Headers of an administrator's browser, for hand-written requests. */
	headers: Record<string, string>;
	/** The same headers as lines of HTTP, for a raw socket. */
	lines: string;
	/** Signs in a new person on each call. */
	as: (role: Role) => Promise<Someone & { call: Call }>;
	/** A program with a key. */
	asKey: (
		role: KeyRole,
	) => Promise<{ secret: string; headers: Record<string, string>; call: Call }>;
	/** Calls without credentials. */
	anyone: Call;
	close: () => Promise<void>;
}

/**
 * Makes an empty PostgreSQL database on the test server, of some kind; resolves to its address. It goes with the server:
 * where hundreds of files were just deleted, ext4 takes long to find a place for a new one.
 */
export const makePostgresDatabase = async (kind = '') => {
	const admin = inject('postgresUrl');
	const name = `test_${randomUUID().replaceAll('-', '')}`;
	const client = new pg.Client(admin);
	await client.connect();
	await client.query(`create database ${name} ${kind}`).finally(() => client.end());
	const url = new URL(admin);
	url.pathname = `/${name}`;
	return url.href;
};

/** Returns the address of a database with time-outs of a minute instead of a few seconds, for machines under load. */
const patiently = (url: string) => {
	const patient = new URL(url);
	for (const limit of ['statement', 'query', 'lock', 'idle_in_transaction_session'])
		patient.searchParams.set(`${limit}_timeout`, '60000');
	return patient.href;
};

const openEngine = async (
	engine: Engine,
	dataDir: string,
	{ impatient }: Pick<TestOptions, 'impatient'>,
) => {
	if (engine === 'sqlite') {
		await copyFile(inject('sqliteTemplate'), getSqlitePath(dataDir));
		const database = await openDatabase({ dataDir });
		// No test cuts the power.
		await sql`pragma synchronous = off`.execute(database.single);
		return { database, url: undefined };
	}
	const url = await makePostgresDatabase(
		`template ${inject('postgresTemplate')} strategy file_copy`,
	);
	const databaseUrl = impatient ? url : patiently(url);
	return { database: await openDatabase({ dataDir, databaseUrl }), url };
};

/** A secret in the form that an installation generates. */
export const TEST_SECRET = '6f1d0a94c27be853916f0d7c4be28a35d09c7ea1b6f24385907ad1ce63fb2048';

/** Returns the default settings, with those that a test overrides. */
export const buildConfig = (own: Partial<Dependencies['config']>): Dependencies['config'] => ({
	...readConfig({}),
	publicUrls: ['http://127.0.0.1:4000'],
	secret: TEST_SECRET,
	rateLimits: false,
	learners: true,
	mcp: true,
	...own,
});

type TestOptions = Partial<Omit<Dependencies, 'config' | 'database' | 'files'>> & {
	config?: Partial<Dependencies['config']>;
} & Partial<Pick<Config, 'bucket'>> & {
		/** Keeps the product's time-outs of a few seconds for PostgreSQL. */
		impatient?: true | undefined;
	};

/** Calls the app with these headers, unless a call has its own. */
export const makeCaller =
	(app: Api, as: Record<string, string>): Call =>
	async (method, path, body, headers) => {
		const answer = await app.inject({
			method,
			url: `/api${path}`,
			headers: {
				...as,
				...(body !== undefined && { 'content-type': 'application/json' }),
				...headers,
			},
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
	};

/** Builds the app on an engine, with a test's own settings. Call `close` at the end. */
export const makeTestAppWith = async (engine: Engine, options: TestOptions): Promise<TestApp> => {
	const dataDir = await mkdtemp(join(tmpdir(), 'ufundi-test-'));
	const { config, bucket, impatient, ...rest } = options;
	const { database, url } = await openEngine(engine, dataDir, { impatient });
	const files = await openFileStore({ dataDir, bucket });
	const settings = buildConfig({ dataDir, ...config });
	const app = await buildApp({
		database,
		files,
		version: '0.0.0',
		// Off, because the tests share the process with the app and keep it busy.
		overload: false,
		...rest,
		config: settings,
	});
	await app.ready();
	const cookie = buildCookieNames(settings.publicUrls[0].startsWith('https:')).session_token;
	const someone = (role: Role) => createPerson(database, { role, cookie, secret: TEST_SECRET });
	const { headers } = await someone('admin');
	return {
		engine,
		app,
		database,
		files,
		dataDir,
		databaseUrl: url,
		headers,
		lines: Object.entries(headers)
			.map(([name, value]) => `${name}: ${value}\r\n`)
			.join(''),
		inject: (request) => app.inject({ ...request, headers: { ...headers, ...request.headers } }),
		call: makeCaller(app, headers),
		as: async (role) => {
			const signedIn = await someone(role);
			return { ...signedIn, call: makeCaller(app, signedIn.headers) };
		},
		asKey: async (role) => {
			const secret = await makeKey(database, role);
			const bearer = { authorization: `Bearer ${secret}` };
			return { secret, headers: bearer, call: makeCaller(app, bearer) };
		},
		anyone: makeCaller(app, {}),
		close: async () => {
			await app.close();
			expect(await compareFigures(database.read), 'stored figures that are wrong').toEqual([]);
			await database.close();
			await rm(dataDir, { recursive: true, force: true });
			expect(listUndocumented(app), 'answers that the API reference lacks').toEqual([]);
		},
	};
};

/** Builds the app on an engine. Call `close` at the end. */
export const makeTestApp = (engine: Engine) => makeTestAppWith(engine, {});

const onEngines =
	(some: readonly Engine[]) =>
	(
		name: string,
		tests: (site: () => TestApp) => void,
		config: NonNullable<TestOptions['config']> = {},
	) =>
		describe.each(some)(`${name} (%s)`, (engine) => {
			let site: TestApp;
			beforeAll(async () => {
				site = await makeTestAppWith(engine, { config });
			});
			afterAll(() => site.close());
			tests(() => site);
		});

/** Runs a group of tests on SQLite and on PostgreSQL, each on one app of its own. */
export const onEveryEngine = onEngines(engines);

/** Runs a group of tests on {@link someEngines}. */
export const onSomeEngines = onEngines(someEngines);
