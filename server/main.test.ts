import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, signIn, WITH_ADMIN } from '../tests/e2e/people.ts';
import { type NotStarted, type Server, startServer } from '../tests/process.ts';
import { runHere } from './cli/fixtures/run.ts';
import { getSqlitePath } from './db/sqlite.ts';
import { openDatabase } from './open-database.ts';
import { readPackageVersion } from './settings/version.ts';
import { makePostgresDatabase, TEST_SECRET as SECRET } from './testing/app.ts';
import { makeTestFolder } from './testing/folder.ts';

let folder: string;
const running: Server[] = [];
beforeEach(() => {
	folder = makeTestFolder();
});
afterEach(() => Promise.all(running.splice(0).map((server) => server.kill())));

/** Returns the messages of a log, one per line. */
const messagesOf = (log: string) =>
	log.replace(/^.+$/gm, (line) => (JSON.parse(line) as { msg: string }).msg);

const NO_ADMIN = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };

const start = async (settings: Record<string, string> = {}) => {
	const server = await startServer({ DATA_DIR: join(folder, 'data'), ...WITH_ADMIN, ...settings });
	running.push(server);
	return server;
};

/** Starts a server that must exit with code 1 and without output; returns its error messages. */
const startFailing = async (settings: Record<string, string> = {}) => {
	const { code, log, errors } = await start(settings).then(
		() => expect.unreachable('the server started'),
		(error: NotStarted) => error,
	);
	expect({ code, log }).toEqual({ code: 1, log: errors });
	return messagesOf(errors);
};

describe('a start', () => {
	it('prints its address, answers, and shuts down in order on a signal', async () => {
		const server = await start();
		const { url } = server;
		expect(messagesOf(server.log())).toMatch(
			/^Ufundi is ready: http:\/\/127\.0\.0\.1:\d+\/admin\n$/,
		);
		for (const { name, mode } of readdirSync(join(folder, 'data')).map((name) => ({
			name,
			mode: statSync(join(folder, 'data', name)).mode & 0o077,
		})))
			expect({ name, mode }).toEqual({ name, mode: 0 });
		expect(await (await fetch(`${url}/healthz`)).json()).toEqual({
			status: 'ok',
			version: readPackageVersion(),
		});
		expect(await (await fetch(`${url}/readyz`)).json()).toEqual({
			status: 'ready',
			database: 'ok',
			files: 'ok',
		});
		const headers = await signIn(url);
		const courses = await fetch(`${url}/api/courses`, { headers });
		expect(await courses.json()).toEqual({ success: true, data: [] });

		const { port: PORT } = new URL(url);
		expect(
			await Promise.all([startFailing(), startFailing({ PORT, DATA_DIR: join(folder, 'other') })]),
		).toEqual([
			`Another Ufundi server is using the data folder ${join(folder, 'data')}.\n`,
			`PORT ${PORT} is already in use.\n`,
		]);
		expect((await fetch(`${url}/readyz`)).status).toBe(200);

		// A request in flight is finished before the end.
		const body = JSON.stringify({ name: 'Last', order_num: 1, category_id: 'cat_artisan' });
		const request = httpRequest(`${url}/api/courses`, {
			method: 'POST',
			headers: {
				...headers,
				'content-type': 'application/json',
				...{ 'content-length': Buffer.byteLength(body), connection: 'close' },
				expect: '100-continue',
			},
		});
		request.flushHeaders();
		await once(request, 'continue');
		const stopped = server.stop();
		request.end(body);
		const [answer] = (await once(request, 'response')) as [IncomingMessage];
		expect(answer.resume().statusCode).toBe(201);
		expect(await stopped).toBe(0);
		expect(server.errors()).toBe('');
	});

	it('prints a link for the first administrator while there is none, and only then', async () => {
		const server = await start(NO_ADMIN);
		const { url } = server;
		const findLink = () => /http\S+\/setup#(\S+)/.exec(messagesOf(server.log()));
		await expect.poll(findLink).not.toBeNull();
		const [, token] = findLink() ?? [];
		const setup = () =>
			fetch(`${url}/api/setup`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ token, name: 'Jane', sample_data: false, ...ADMIN }),
			});
		const answers = await Promise.all([setup(), setup()]);
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 404]);
		expect((await setup()).status).toBe(404);
		await signIn(url);
		expect(await server.stop()).toBe(0);
		const restarted = await start(NO_ADMIN);
		await signIn(restarted.url);
		expect(restarted.log()).not.toContain('/setup');
	});

	it('exits with one sentence that names the setting of an unusable database', async () => {
		const [newer, broken] = [join(folder, 'newer'), join(folder, 'broken')];
		for (const dataDir of [newer, broken]) mkdirSync(dataDir);
		const database = await openDatabase({ dataDir: newer });
		await database.write(async (trx) => {
			await sql`insert into kysely_migration values ('9999-future', '2030-01-01')`.execute(trx);
		});
		await database.close();
		writeFileSync(getSqlitePath(broken), 'x'.repeat(10_000));
		const [newerErrors, ...otherErrors] = await Promise.all([
			startFailing({ DATA_DIR: newer }),
			startFailing({ DATA_DIR: broken }),
			startFailing({ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none', SECRET }),
		]);
		expect(newerErrors).toMatch(
			/^DATA_DIR cannot be used: [^\n]*belongs to another version of Ufundi[^\n]*\.\n$/,
		);
		expect(otherErrors).toEqual([
			expect.stringMatching(/^DATA_DIR cannot be used: [^\n]*\.\n$/),
			expect.stringMatching(/^DATABASE_URL [^\n]*\.\n$/),
		]);
	});

	it('shares a PostgreSQL database and its sessions with another server', async () => {
		const DATABASE_URL = await makePostgresDatabase();
		const [first, second] = await Promise.all([
			start({ DATABASE_URL, SECRET, DATA_DIR: join(folder, 'a') }),
			start({ DATABASE_URL, SECRET, DATA_DIR: join(folder, 'b') }),
		]);
		const body = JSON.stringify({ name: 'Shared', order_num: 1, category_id: 'cat_artisan' });
		const session = await signIn(first.url);
		const headers = { ...session, 'content-type': 'application/json' };
		const created = await fetch(`${first.url}/api/courses`, { method: 'POST', body, headers });
		expect(created.status).toBe(201);
		const list = await fetch(`${second.url}/api/courses`, { headers: session });
		expect(await list.json()).toMatchObject({ data: [{ name: 'Shared' }] });
		const other = { DATABASE_URL, SECRET: `other ${SECRET}`, DATA_DIR: join(folder, 'c') };
		expect(await startFailing(other)).toMatch(/^SECRET is not the one that this database is used /);
		for (const server of [first, second]) expect(await server.stop()).toBe(0);
		expect(await runHere(['secret', 'change'], other)).toMatchObject({ code: 0, err: '' });
		expect(await (await start(other)).stop()).toBe(0);
	});
});
