import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, WITH_ADMIN } from '../tests/e2e/people.ts';
import { signIn } from '../tests/signed-in.ts';
import { sqliteFile } from './db/sqlite.ts';
import { openDatabase } from './open-database.ts';
import { makePostgresDatabase } from './test-app.ts';
import { folderOfTest } from './test-folder.ts';

const { PATH, HOME, TMPDIR } = process.env;
const SECRET = '8c1f5e2d9b7a40361e4c7d2f5a8b903164dc';
let folder: string;
const running: ChildProcess[] = [];
beforeEach(() => {
	folder = folderOfTest();
});
afterEach(async () => {
	for (const child of running.splice(0)) {
		if (child.exitCode !== null || child.signalCode !== null) continue;
		child.kill('SIGKILL');
		await once(child, 'exit');
	}
});

const messages = (lines: string) =>
	lines.replace(/^.+$/gm, (line) => (JSON.parse(line) as { msg: string }).msg);

/** Starts the product as an operator does; resolves when it is ready or has ended. */
const start = async (settings: Record<string, string> = {}) => {
	const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
		env: {
			PATH,
			HOME,
			TMPDIR,
			PORT: '0',
			DATA_DIR: join(folder, 'data'),
			// A busy machine is no reason to turn a test away.
			RATE_LIMITS: 'off',
			...WITH_ADMIN,
			...settings,
		},
	});
	running.push(child);
	const written = { out: '', err: '' };
	child.stdout.on('data', (chunk) => {
		written.out += chunk;
	});
	child.stderr.on('data', (chunk) => {
		written.err += chunk;
	});
	/** The messages of the log, a line each. */
	const said = {
		get out() {
			return messages(written.out);
		},
		get err() {
			return messages(written.err);
		},
	};
	const ended = once(child, 'close').then(([code]) => code as number);
	await Promise.race([once(child.stdout, 'data'), ended]);
	return { child, said, ended, url: /http:\S+(?=\/admin)/.exec(said.out)?.[0] ?? '' };
};

describe('a start', () => {
	it('prints its address, answers, and shuts down in order on a signal', async () => {
		const { child, said, ended, url } = await start();
		expect(said.out).toMatch(/^Ufundi is ready: http:\/\/127\.0\.0\.1:\d+\/admin\n$/);
		for (const { name, mode } of readdirSync(join(folder, 'data')).map((name) => ({
			name,
			mode: statSync(join(folder, 'data', name)).mode & 0o077,
		})))
			expect({ name, mode }).toEqual({ name, mode: 0 });
		expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
		expect(await (await fetch(`${url}/readyz`)).json()).toEqual({
			status: 'ready',
			database: 'ok',
			files: 'ok',
		});
		const headers = await signIn(url);
		const courses = await fetch(`${url}/api/courses`, { headers });
		expect(await courses.json()).toEqual({ success: true, data: [] });

		const { port: PORT } = new URL(url);
		const [sameFolder, samePort] = await Promise.all([
			start(),
			start({ PORT, DATA_DIR: join(folder, 'other') }),
		]);
		expect([await sameFolder.ended, await samePort.ended]).toEqual([1, 1]);
		expect(sameFolder.said).toEqual({
			out: '',
			err: `Another Ufundi server is using the data folder ${join(folder, 'data')}.\n`,
		});
		expect(samePort.said).toEqual({ out: '', err: `PORT ${PORT} is already in use.\n` });
		expect((await fetch(`${url}/readyz`)).status).toBe(200);

		// A request in flight is finished before the end.
		const body = JSON.stringify({ name: 'Last', order_num: 1, category_id: 'cat_artisan' });
		let sent = 0;
		const slowly = new ReadableStream({
			async pull(controller) {
				if (sent >= body.length) return controller.close();
				controller.enqueue(new TextEncoder().encode(body.slice(sent, sent + 8)));
				sent += 8;
				await new Promise((done) => setTimeout(done, 20));
			},
		});
		const answer = fetch(`${url}/api/courses`, {
			method: 'POST',
			headers: { ...headers, 'content-type': 'application/json', connection: 'close' },
			body: slowly,
			duplex: 'half',
		} as RequestInit);
		await new Promise((done) => setTimeout(done, 60));
		child.kill('SIGTERM');
		expect((await answer).status).toBe(201);
		expect(await ended).toBe(0);
		expect(said.err).toBe('');
	});

	it('prints a link for the first administrator while there is none, and only then', async () => {
		const { child, said, ended, url } = await start({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
		const link = () => /http\S+\/setup#(\S+)/.exec(said.out);
		await expect.poll(link).not.toBeNull();
		const [, token] = link() ?? [];
		const setup = () =>
			fetch(`${url}/api/setup`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ token, name: 'Jane', sample_data: false, ...ADMIN }),
			});
		const twins = await Promise.all([setup(), setup()]);
		expect(twins.map(({ status }) => status).sort()).toEqual([201, 404]);
		expect((await setup()).status).toBe(404);
		await signIn(url);
		child.kill('SIGTERM');
		expect(await ended).toBe(0);
		const again = await start({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
		await signIn(again.url);
		expect(again.said.out).not.toContain('/setup');
	});

	it('exits with one sentence that names the setting of an unusable database', async () => {
		const [newer, broken] = [join(folder, 'newer'), join(folder, 'broken')];
		for (const dataDir of [newer, broken]) mkdirSync(dataDir);
		const database = await openDatabase({ dataDir: newer });
		await database.write(async (trx) => {
			await sql`insert into kysely_migration values ('9999-future', '2030-01-01')`.execute(trx);
		});
		await database.close();
		writeFileSync(sqliteFile(broken), 'x'.repeat(10_000));
		const starts = await Promise.all([
			start({ DATA_DIR: newer }),
			start({ DATA_DIR: broken }),
			start({ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none', SECRET }),
		]);
		for (const [at, { ended, said }] of starts.entries()) {
			expect(await ended).toBe(1);
			expect(said.out).toBe('');
			expect(said.err).toMatch(
				at < 2 ? /^DATA_DIR cannot be used: [^\n]*\.\n$/ : /^DATABASE_URL [^\n]*\.\n$/,
			);
		}
		expect(starts[0]?.said.err).toContain('belongs to another version of Ufundi');
	});

	it('with a database address serves from there, next to another one', async () => {
		const DATABASE_URL = await makePostgresDatabase();
		const sites = await Promise.all(
			['a', 'b'].map((name) => start({ DATABASE_URL, SECRET, DATA_DIR: join(folder, name) })),
		);
		const body = JSON.stringify({ name: 'Shared', order_num: 1, category_id: 'cat_artisan' });
		// Signed in at one of them, one is signed in at both.
		const as = await signIn(sites[0]?.url ?? '');
		const headers = { ...as, 'content-type': 'application/json' };
		const made = await fetch(`${sites[0]?.url}/api/courses`, { method: 'POST', body, headers });
		expect(made.status).toBe(201);
		const seen = (await (await fetch(`${sites[1]?.url}/api/courses`, { headers: as })).json()) as {
			data: { name: string }[];
		};
		expect(seen.data.map(({ name }) => name)).toEqual(['Shared']);
		for (const { child, ended } of sites) {
			child.kill('SIGTERM');
			expect(await ended).toBe(0);
		}
	});
});
