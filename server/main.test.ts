import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, signIn, WITH_ADMIN } from '../tests/e2e/people.ts';
import { type NotStarted, type Server, startServer } from '../tests/process.ts';
import { runHere } from './cli/fixtures/run.ts';
import { getSqlitePath } from './platform/db/sqlite.ts';
import { readPackageVersion } from './platform/settings/version.ts';
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
	it('prints its address and a link while there is no administrator, answers, and shuts down in order', async () => {
		const server = await start(NO_ADMIN);
		const { url } = server;
		expect(messagesOf(server.log())).toMatch(
			/^Ufundi is ready: http:\/\/127\.0\.0\.1:\d+\/admin\n/,
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
		const headers = await signIn(url);
		const courses = await fetch(`${url}/api/courses`, { headers });
		expect(await courses.json()).toEqual({ success: true, data: [] });

		const broken = join(folder, 'broken');
		mkdirSync(broken);
		writeFileSync(getSqlitePath(broken), 'x'.repeat(10_000));
		const { port: PORT } = new URL(url);
		expect(
			await Promise.all([
				startFailing(),
				startFailing({ PORT, DATA_DIR: join(folder, 'other') }),
				startFailing({ DATA_DIR: broken }),
			]),
		).toEqual([
			`Another Ufundi server is using the data folder ${join(folder, 'data')}.\n`,
			`PORT ${PORT} is already in use.\n`,
			expect.stringMatching(/^DATA_DIR cannot be used: [^\n]*\.\n$/),
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
		const restarted = await start(NO_ADMIN);
		await signIn(restarted.url);
		expect(restarted.log()).not.toContain('/setup');
	});

	it('uses PostgreSQL with one SECRET, which only a command changes', async () => {
		const DATABASE_URL = await makePostgresDatabase();
		const server = await start({ DATABASE_URL, SECRET });
		const headers = await signIn(server.url);
		expect((await fetch(`${server.url}/api/courses`, { headers })).status).toBe(200);
		const other = { DATABASE_URL, SECRET: `other ${SECRET}`, DATA_DIR: join(folder, 'other') };
		expect(await startFailing(other)).toMatch(/^SECRET is not the one that this database is used /);
		expect(await server.stop()).toBe(0);
		expect(await runHere(['secret', 'change'], other)).toMatchObject({ code: 0, err: '' });
		expect(await (await start(other)).stop()).toBe(0);
	});
});
