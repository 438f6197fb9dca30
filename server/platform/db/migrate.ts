import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { formatCount } from '#shared/grouped.ts';
import { readPackageVersion } from '../settings/version.ts';
import { countBytes, getEngine, lockName } from './engine.ts';
import { learnersStep } from './migrations/0002-learners.ts';
import { paymentsOrderStep } from './migrations/0003-payments-order.ts';
import { foreignKeysStep } from './migrations/0022-foreign-keys.ts';
import { accountsStep } from './migrations/0041-accounts.ts';
import { messageFactsStep } from './migrations/0046-message-facts.ts';
import { searchSpellingsStep } from './migrations/0047-search-spellings.ts';
import { listSqlSteps, type Steps } from './migrations/step.ts';

/** Returns migrations in the order of their numbers. */
const sortSteps = (steps: Steps): Steps =>
	Object.fromEntries(Object.entries(steps).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/**
 * The migrations of the schema: the folders of `migrations/`. A migration that needs more than SQL is a `Step`
 * (decision 0081).
 */
export const STEPS: Steps = sortSteps({
	...listSqlSteps(),
	'0002-learners': learnersStep,
	'0003-payments-order': paymentsOrderStep,
	'0022-foreign-keys': foreignKeysStep,
	'0041-accounts': accountsStep,
	'0046-message-facts': messageFactsStep,
	'0047-search-spellings': searchSpellingsStep,
});

/** The migrations of commit 681de246. They made the schema that `0001-initial` makes now. */
const REPLACED = [
	...['0001-initial', '0002-lines-by-own-words', '0004-paid-at', '0005-settled-deliveries'],
	...['0006-without-months', '0007-search-keys', '0008-bulk-portions', '0012-no-fingerprints'],
	...['0014-audit-without-chains', '0015-rate-limits', '0016-search-text', '0017-stored-months'],
	...['0019-payment-notes', '0020-periods', '0021-awaited-receipts'],
];

const OLDER =
	'The database belongs to an older version of Ufundi. Start the server of commit 681de246 with it once, then this one.';
const describeOther = (version: string | undefined) =>
	version === undefined
		? 'The database belongs to another version of Ufundi.'
		: `The database belongs to another version of Ufundi: ${version}. Start that version; this is ${readPackageVersion()}.`;
const describeGap = (last: string, missing: string) =>
	`The database belongs to no release of Ufundi: it has the step ${last}, but not ${missing} before it. Restore a backup that a release made.`;
/** Name of the setting with the version that updated the schema last. */
const VERSION = 'version';

// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its day, not ours
type AnyDb = Kysely<any>;

/** Returns the migrations of a database, oldest first. */
export const listMigrations = async (db: AnyDb) => {
	const done = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute();
	return done.map(({ name }) => name as string);
};

/** Returns whether a database has exactly the schema of this version. */
export const isSchemaCurrent = async (db: AnyDb) =>
	(await listMigrations(db)).join() === Object.keys(STEPS).join();

/** Returns whether migrations are exactly those of commit 681de246. */
const isReplaced = (names: readonly string[]) => names.join() === REPLACED.join();

/** Returns why a database with these migrations, updated last by a version, cannot be brought up to date; undefined if it can. */
export const findVersionProblem = (
	names: readonly string[],
	version: string | undefined,
	steps: Steps = STEPS,
) => {
	if (isReplaced(names)) return;
	if (!names.every((name) => Object.hasOwn(steps, name)))
		return names.every((name) => REPLACED.includes(name)) ? OLDER : describeOther(version);
	const missing = Object.keys(steps).find((name, at) => at < names.length && name !== names[at]);
	return missing && describeGap(names.at(-1) ?? '', missing);
};

const readVersion = async (db: AnyDb): Promise<string | undefined> => {
	const query = db.selectFrom('settings').select('value').where('name', '=', VERSION);
	return (await query.executeTakeFirst())?.value;
};

const storeVersion = (db: AnyDb) =>
	db
		.insertInto('settings')
		.values({ name: VERSION, value: readPackageVersion() })
		.onConflict((on) => on.column('name').doUpdateSet({ value: readPackageVersion() }))
		.execute();

/** Creates the migrator's table. The migrator itself would hide the error of a user that may not create tables. */
const createMigrationTable = (db: AnyDb) =>
	db.schema
		.createTable('kysely_migration')
		.addColumn('name', 'varchar(255)', (column) => column.notNull().primaryKey())
		.addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
		.execute();

/** Takes over a database of commit 681de246 as it is. Fails for a database of another version. */
const takeOver = async (db: AnyDb, steps: Steps) => {
	const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
	const hasTable = (name: string) => tables.some((table) => table.name === name);
	if (!hasTable('kysely_migration')) return createMigrationTable(db);
	const names = await listMigrations(db);
	// The first of the replaced migrations has the name of today's, and made this table.
	const version = hasTable('settings') ? await readVersion(db) : undefined;
	const problem = hasTable('audit_heads') ? OLDER : findVersionProblem(names, version, steps);
	if (problem !== undefined) throw new Error(problem);
	if (isReplaced(names))
		await db.deleteFrom('kysely_migration').where('name', 'in', REPLACED.slice(1)).execute();
};

/** Rows of each index that SQLite reads for its statistics. */
const SQLITE_ROWS = 1_000;

/** Counts rows and values for the query planner: without it, a step may read a whole table for each row of another. */
const analyze = async (db: AnyDb) => {
	if (getEngine(db) === 'sqlite')
		await sql`pragma analysis_limit = ${sql.lit(SQLITE_ROWS)}`.execute(db);
	await sql`analyze`.execute(db);
};

/**
 * Migrates a database to the latest step, in one transaction. Fails for a database of another version. Before an upgrade,
 * `say` gets a sentence with the number of due steps and the size. Resolves to whether it was an upgrade.
 */
export const migrate = async (
	db: AnyDb,
	steps: Steps = STEPS,
	say: (sentence: string) => unknown = () => {},
): Promise<boolean> => {
	if (!db.isTransaction) return db.transaction().execute((trx) => migrate(trx, steps, say));
	await lockName(db, 'migrate');
	await takeOver(db, steps);
	// Within a transaction, the migrator fails after a failed step and reports only its own error.
	let failed: unknown;
	const noted = ({ up }: Migration): Migration => ({
		up: (on) =>
			up(on).catch((error) => {
				failed = error;
				throw error;
			}),
	});
	const migrator = new Migrator({
		db,
		provider: {
			getMigrations: async () =>
				Object.fromEntries(
					Object.entries(steps).map(([name, step]) => [name, noted(step(getEngine(db)))]),
				),
		},
	});
	const known = await migrator.getMigrations();
	const due = known.filter(({ executedAt }) => executedAt === undefined).length;
	const isUpgrade = due > 0 && due < known.length;
	if (isUpgrade) {
		const size = Math.ceil((await countBytes(db)) / 1e6);
		say(`Bringing the database up to date: ${formatCount(due, 'step')}, ${size} MB.`);
		await analyze(db);
	}
	const end = await migrator.migrateToLatest();
	const error = failed ?? end.error;
	if (!error) {
		if (due > 0) await storeVersion(db);
		// The steps made and filled other tables.
		if (isUpgrade) await analyze(db);
		return isUpgrade;
	}
	throw new Error(
		`The database could not be brought up to date: ${(error as Error).message ?? ''}.`,
		{ cause: error },
	);
};
