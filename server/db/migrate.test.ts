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

/** Functions that make an empty place for a database; each resolves to a function that opens it. */
const places = {
	sqlite: async () => {
		const dataDir = folderOfTest();
		return (steps?: Steps) => openSqlite(dataDir, steps && { steps });
	},
	postgres: async () => {
		const url = await makePostgresDatabase();
		return (steps?: Steps) => openPostgres(url, steps && { steps });
	},
};

const listMigrations = async ({ read }: Database) => {
	const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(read);
	return rows.map(({ name }) => name);
};

// Servers on SQLite are kept from it by the lock of the data folder (sqlite.test.ts).
it('two servers that open an empty PostgreSQL database together create the schema once', async () => {
	const open = await places.postgres();
	const databases = await Promise.all([open(), open()]);
	for (const database of databases) {
		cleanUp.push(database.close);
		expect(await listMigrations(database)).toEqual(Object.keys(STEPS));
	}
});

describe.each(['sqlite', 'postgres'] as const)('the schema (%s)', (engine) => {
	it('is not changed by a second start', async () => {
		const open = await places[engine]();
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

	it('keeps the bulk actions of the first release', async () => {
		const open = await places[engine]();
		const initial = STEPS['0001-initial'];
		const first = await open(initial && { '0001-initial': initial });
		const at = new Date().toISOString();
		await first.write(async (trx) => {
			await sql`insert into operations (id, kind, action, actor, actor_name, actor_role, total, at, finished_at)
				values ('old', 'topics', 'publish', 'person:1', 'Amina', 'editor', 2, ${at}, null)`.execute(
				trx,
			);
			await sql`insert into operation_rows (operation, n, item_id, state)
				values ('old', 1, 'one', 'done'), ('old', 2, 'two', 'pending')`.execute(trx);
			await sql`insert into jobs (name) values ('Go on with operations')`.execute(trx);
		});
		await first.close();
		const second = await open();
		cleanUp.push(second.close);
		expect(await second.read.selectFrom('operations').selectAll().execute()).toEqual([
			{
				id: 'old',
				kind: 'topics',
				action: 'publish',
				target: null,
				undo_of: null,
				actor: 'person:1',
				actor_name: 'Amina',
				total: 2,
				at,
			},
		]);
		const rows = await second.read.selectFrom('operation_rows').select(['n', 'state']).execute();
		expect(rows).toEqual([
			{ n: 1, state: 'done' },
			{ n: 2, state: 'pending' },
		]);
		expect(await second.read.selectFrom('jobs').select('name').execute()).toEqual([]);
	});

	it('of another version is refused in one sentence, and not changed', async () => {
		const open = await places[engine]();
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
			expect(problem).toBe('The database belongs to another version of Ufundi.');
		}
	});

	it('fails on every start if a migration fails', async () => {
		const open = await places[engine]();
		const first = await open();
		await first.write(async (trx) => {
			await sql`delete from kysely_migration`.execute(trx);
		});
		await first.close();
		// The tables exist, but no step is recorded: the first step must fail.
		await expect(open()).rejects.toThrow('The database could not be brought up to date');
		await expect(open()).rejects.toThrow('The database could not be brought up to date');
	});
});

it('of an older SQLite database is reported before the migration, and only then', async () => {
	const dataDir = folderOfTest();
	const messages: string[] = [];
	const start = async (steps: Steps) =>
		(await openSqlite(dataDir, { steps, say: (sentence) => messages.push(sentence) })).close();
	await start(STEPS);
	await start(STEPS);
	expect(messages).toEqual([]);
	await start(LATER);
	expect(messages).toEqual([
		expect.stringMatching(/^Bringing the database up to date: 2 steps, 1 MB\.$/),
	]);
	await start(LATER);
	expect(messages).toHaveLength(1);
});
