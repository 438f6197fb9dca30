import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { engineOf } from './engine.ts';
import { searchKeysStep } from './migrations/0007-search-keys.ts';
import { searchTextStep } from './migrations/0016-search-text.ts';
import { type Steps, sqlStep } from './migrations/step.ts';

/** The migrations of the schema, in order. A migration that needs more than SQL is a `Step` of its own. */
export const STEPS: Steps = {
	'0001-initial': sqlStep('0001-initial'),
	'0002-lines-by-own-words': sqlStep('0002-lines-by-own-words'),
	'0004-paid-at': sqlStep('0004-paid-at'),
	'0005-settled-deliveries': sqlStep('0005-settled-deliveries'),
	'0006-without-months': sqlStep('0006-without-months'),
	'0007-search-keys': searchKeysStep,
	'0008-bulk-portions': sqlStep('0008-bulk-portions'),
	'0012-no-fingerprints': sqlStep('0012-no-fingerprints'),
	'0014-audit-without-chains': sqlStep('0014-audit-without-chains'),
	'0015-rate-limits': sqlStep('0015-rate-limits'),
	'0016-search-text': searchTextStep,
	'0017-stored-months': sqlStep('0017-stored-months'),
	'0019-payment-notes': sqlStep('0019-payment-notes'),
	'0020-periods': sqlStep('0020-periods'),
	'0021-awaited-receipts': sqlStep('0021-awaited-receipts'),
};

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

/**
 * Migrates a database to a step, by default the latest. Fails for a database of another version. `onUpgrade` gets the
 * number of due steps.
 */
export const migrate = async (
	db: AnyDb,
	steps: Steps = STEPS,
	last = Object.keys(steps).at(-1) as string,
	onUpgrade: (steps: number) => unknown = () => {},
) => {
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
					Object.entries(steps).map(([name, step]) => [name, noted(step(engineOf(db)))]),
				),
		},
	});
	const known = await migrator.getMigrations().catch(() => []);
	const due = known.filter(({ executedAt }) => executedAt === undefined).length;
	if (due > 0 && due < known.length) await onUpgrade(due);
	const end = await migrator.migrateTo(last);
	const error = failed ?? end.error;
	if (!error) return;
	const why = (error as Error).message ?? '';
	if (/previously executed migration \S+ is missing/.test(why))
		throw new Error('The database belongs to another version of Ufundi.', { cause: error });
	throw new Error(`The database could not be brought up to date: ${why}.`, { cause: error });
};
