import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { createRandom } from '../../server/cli/sample-payments.ts';
import { LATER } from '../../server/platform/db/fixtures/later-steps.ts';
import { STEPS } from '../../server/platform/db/migrate.ts';
import { getSqlitePath } from '../../server/platform/db/sqlite.ts';
import { engines } from '../../server/testing/app.ts';
import { TEST_MS } from '../patience.ts';
import { AT_LENGTH, SEED } from './length.ts';
import { makePlace, type Place } from './places.ts';

const DB = join(import.meta.dirname, '../../server/platform/db');
const TRIES = AT_LENGTH ? Number.POSITIVE_INFINITY : 5;

/** Opens the database of a place with only a driver, without the program's checks. */
const openRaw = ({ engine, dataDir, settings }: Place) => {
	const openPool = () => {
		const pool = new pg.Pool({ connectionString: settings.DATABASE_URL });
		// An idle connection may still be closing when its server ends.
		return pool.on('error', () => {});
	};
	return new Kysely<Record<string, Record<string, string>>>({
		dialect:
			engine === 'sqlite'
				? new SqliteDialect({ database: new Sqlite(getSqlitePath(dataDir)) })
				: new PostgresDialect({ pool: openPool() }),
	});
};

const COURSE = { id: '01900000-0000-7000-8000-000000000000', name: 'Kept', name_key: 'kept' };

/** Makes the schema of this version, with one course. */
const makeThisVersion = async (place: Place) => {
	await (await place.open()).close();
	const db = openRaw(place);
	const at = new Date().toISOString();
	const row = { ...COURSE, order_num: '1', category_id: 'cat_artisan', created_at: at };
	await db
		.insertInto('courses')
		.values({ ...row, updated_at: at })
		.execute();
	await db.destroy();
};

const readState = async (place: Place) => {
	const db = openRaw(place);
	const tables = (await db.introspection.getTables()).map(({ name }) => name).sort();
	const steps = await db.selectFrom('kysely_migration').select('name').execute();
	const courses = await db.selectFrom('courses').select(['id', 'name', 'name_key']).execute();
	await db.destroy();
	return { tables, steps: steps.map(({ name }) => name).sort(), courses };
};

/**
 * Upgrades the place in a process that kills itself before its statement number `last`. Resolves to whether the upgrade
 * ended first.
 */
const upgradeUntil = async ({ engine, dataDir, settings }: Place, last: number) => {
	const [driver, method, opening] =
		engine === 'sqlite'
			? ['better-sqlite3', 'prepare', `openSqlite(${JSON.stringify(dataDir)}, { steps: LATER })`]
			: ['pg', 'query', `openPostgres(${JSON.stringify(settings.DATABASE_URL)}, { steps: LATER })`];
	const code = `
		import driver from '${driver}';
		import { LATER } from '${DB}/fixtures/later-steps.ts';
		import { openPostgres } from '${DB}/postgres.ts';
		import { openSqlite } from '${DB}/sqlite.ts';
		const { prototype } = driver.Client ?? driver;
		const { ${method}: run } = prototype;
		let count = 0;
		prototype.${method} = function (...args) {
			if (++count === ${last}) process.kill(process.pid, 'SIGKILL');
			return run.apply(this, args);
		};
		const database = await ${opening};
		await database.close();
		process.exit(0);`;
	const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
		cwd: DB,
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	let errors = '';
	child.stderr.on('data', (chunk) => {
		errors += chunk;
	});
	const [status, signal] = await once(child, 'exit');
	expect([errors, status ?? signal]).toEqual(['', status === null ? 'SIGKILL' : 0]);
	return status === 0;
};

it.each(engines)(
	`leaves the old version or the new one when an upgrade is killed at any statement (%s, seed ${SEED})`,
	// Starts a process for each statement, in the short form for five of them.
	{ timeout: AT_LENGTH ? 600_000 : 4 * TEST_MS },
	async (engine) => {
		const place = await makePlace(engine);
		const random = createRandom(SEED);
		try {
			await makeThisVersion(place);
			const old = await readState(place);
			expect(old).toMatchObject({ steps: Object.keys(STEPS), courses: [COURSE] });
			let [last, tries, ended] = [0, 0, false];
			while (!ended && tries++ < TRIES) {
				last += AT_LENGTH ? 1 : 1 + random(5);
				ended = await upgradeUntil(place, last);
				const now = await readState(place);
				// Killed at or after its commit, the upgrade may be complete.
				if (now.steps.length === old.steps.length) expect(now, `at statement ${last}`).toEqual(old);
				else break;
			}
			expect(last).toBeGreaterThan(4);
			expect(await upgradeUntil(place, Number.POSITIVE_INFINITY)).toBe(true);
			const now = await readState(place);
			expect(now.steps).toEqual(Object.keys(LATER));
			expect(now.tables).toContain('seasons');
			expect(now.courses).toEqual([COURSE]);
		} finally {
			await place.remove();
		}
	},
);
