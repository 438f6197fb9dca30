import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { makePostgresDatabase } from '../test-app.ts';
import { folderOfTest } from '../test-folder.ts';
import type { Database } from './database.ts';
import { LATER } from './fixtures/later-steps.ts';
import { STEPS } from './migrate.ts';
import type { Steps } from './migrations/step.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
	for (const end of cleanUp.splice(0).reverse()) await end();
});

/** A place for a database, empty, and the ways to open it: here, and in a process of its own. */
const places = {
	sqlite: async () => {
		const dataDir = folderOfTest();
		const code = `import { openSqlite } from '${import.meta.dirname}/sqlite.ts';
			const database = await openSqlite(${JSON.stringify(dataDir)}); await database.close();`;
		return { open: (steps?: Steps) => openSqlite(dataDir, steps && { steps }), code };
	},
	postgres: async () => {
		const url = await makePostgresDatabase();
		const code = `import { openPostgres } from '${import.meta.dirname}/postgres.ts';
			const database = await openPostgres(${JSON.stringify(url)}); await database.close();`;
		return { open: (steps?: Steps) => openPostgres(url, steps && { steps }), code };
	},
};

/** Starts processes that load everything, and lets them go on at the same moment. */
const runAtOnce = async (codes: string[]) => {
	const children = codes.map((code) => {
		const held = code.replace(
			'const database',
			"console.log('ready'); await new Promise((go) => process.stdin.once('data', go)); const database",
		);
		const child = spawn(process.execPath, [
			'--input-type=module-typescript',
			'-e',
			`${held} process.exit(0);`,
		]);
		let stderr = '';
		child.stderr.on('data', (chunk) => {
			stderr += chunk;
		});
		const ready = once(child.stdout, 'data');
		const end = once(child, 'exit').then(([status]) => ({ status, stderr }));
		return { child, ready, end };
	});
	await Promise.all(children.map(({ ready, end }) => Promise.race([ready, end])));
	for (const { child } of children) child.stdin.write('go\n');
	return Promise.all(children.map(({ end }) => end));
};

const stepsOf = async ({ read }: Database) => {
	const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(read);
	return rows.map(({ name }) => name);
};

describe.each(['sqlite', 'postgres'] as const)('the schema (%s)', (engine) => {
	it('is there once after several processes opened the empty database at once', async () => {
		const { open, code } = await places[engine]();
		const ends = await runAtOnce([code, code]);
		expect(ends).toEqual(Array(2).fill({ status: 0, stderr: '' }));
		const database = await open();
		cleanUp.push(database.close);
		const steps = await stepsOf(database);
		expect(steps).toEqual(Object.keys(STEPS));
		await database.ping();
	});

	it('is left alone by a second start', async () => {
		const { open } = await places[engine]();
		const first = await open();
		const course = {
			id: '01900000-0000-7000-8000-000000000000',
			name: 'Kept',
			name_key: 'kept',
			order_num: 1,
			category_id: 'cat_artisan' as const,
			created_at: new Date().toISOString(),
			updated_at: new Date().toISOString(),
		};
		await first.write((trx) => trx.insertInto('courses').values(course).execute());
		await first.close();
		const second = await open();
		cleanUp.push(second.close);
		const rows = await second.read.selectFrom('courses').selectAll().execute();
		expect(rows).toMatchObject([course]);
	});

	it('of another version is refused in one sentence, and not touched', async () => {
		const { open } = await places[engine]();
		const first = await open();
		await first.write(async (trx) => {
			await sql`insert into kysely_migration values ('9999-future', '2030-01-01')`.execute(trx);
		});
		await first.close();
		for (let again = 0; again < 2; again++) {
			const problem = await open().then(
				() => undefined,
				(error: Error) => error.message,
			);
			expect(problem).toBe('The database belongs to another version of this program.');
		}
	});

	it('does not pretend to be there when it could not be made', async () => {
		const { open } = await places[engine]();
		const first = await open();
		await first.write(async (trx) => {
			await sql`delete from kysely_migration`.execute(trx);
		});
		await first.close();
		// The tables are there and no step is known to have made them: the step must fail as a whole.
		await expect(open()).rejects.toThrow('The database could not be brought up to date');
		await expect(open()).rejects.toThrow('The database could not be brought up to date');
	});
});

it('of an embedded database is told before an older one is brought up to date, and only then', async () => {
	const dataDir = folderOfTest();
	const said: string[] = [];
	const start = async (steps: Steps) =>
		(await openSqlite(dataDir, { steps, say: (sentence) => said.push(sentence) })).close();
	await start(STEPS);
	await start(STEPS);
	expect(said).toEqual([]);
	await start(LATER);
	expect(said).toEqual([
		expect.stringMatching(/^Bringing the database up to date: 2 steps, 1 MB\.$/),
	]);
	await start(LATER);
	expect(said).toHaveLength(1);
});
