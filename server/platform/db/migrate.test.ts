import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { makePostgresDatabase } from '../../testing/app.ts';
import { makeTestFolder } from '../../testing/folder.ts';
import { readPackageVersion } from '../settings/version.ts';
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

type Say = (sentence: string) => void;

/** Functions that make an empty place for a database; each resolves to a function that opens it. */
const places = {
	sqlite: async () => {
		const dataDir = makeTestFolder();
		return (steps?: Steps, say?: Say) => openSqlite(dataDir, { ...(steps && { steps }), say });
	},
	postgres: async () => {
		const url = await makePostgresDatabase();
		return (steps?: Steps, say?: Say) => openPostgres(url, { ...(steps && { steps }), say });
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

	it('of another version is refused in one sentence that names the version, and not changed', async () => {
		const open = await places[engine]();
		const first = await open();
		await first.write(async (trx) => {
			await sql`insert into kysely_migration values ('9999-future', '2030-01-01')`.execute(trx);
			await sql`update settings set value = '7.0.0+1a2b3c4d' where name = 'version'`.execute(trx);
		});
		await first.close();
		for (let again = 0; again < 2; again++) {
			const problem = await open().then(
				() => undefined,
				(error: Error) => error.message,
			);
			expect(problem).toBe(
				`The database belongs to another version of Ufundi: 7.0.0+1a2b3c4d. Start that version; this is ${readPackageVersion()}.`,
			);
		}
	});

	it('that lacks a step before its last one is refused in one sentence, and not changed', async () => {
		const open = await places[engine]();
		const { '0033-author': _, '0041-accounts': __, ...before } = LATER;
		const early = Object.fromEntries(Object.entries(before).filter(([name]) => name <= '0040'));
		const inserted = { ...early, '0040-job-names': STEPS['0040-job-names'] } as Steps;
		await (await open(inserted)).close();
		await expect(open()).rejects.toThrow(
			'The database belongs to no release of Ufundi: it has the step 0040-job-names, but not 0033-author before it. Restore a backup that a release made.',
		);
		await (await open(inserted)).close();
	});

	it('of an older version is reported before its migration, and only then', async () => {
		const open = await places[engine]();
		const messages: string[] = [];
		const start = async (steps: Steps) =>
			(await open(steps, (sentence) => messages.push(sentence))).close();
		await start(STEPS);
		await start(STEPS);
		expect(messages).toEqual([]);
		await start(LATER);
		expect(messages).toEqual([
			expect.stringMatching(/^Bringing the database up to date: 2 steps, \d+ MB\.$/),
		]);
		await start(LATER);
		expect(messages).toHaveLength(1);
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
