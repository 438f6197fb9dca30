import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import { catalogue } from './migrations/0001-catalogue.ts';
import { payments } from './migrations/0002-payments.ts';
import { audit } from './migrations/0003-audit.ts';
import { identity } from './migrations/0004-identity.ts';
import { jobs } from './migrations/0005-jobs.ts';
import { nameSearch } from './migrations/0006-name-search.ts';
import { requestCounts } from './migrations/0007-request-counts.ts';
import { flags } from './migrations/0008-flags.ts';
import { auditByKind } from './migrations/0009-audit-by-kind.ts';
import { digitRuns } from './migrations/0010-digit-runs.ts';
import { hookTokens } from './migrations/0011-hook-tokens.ts';
import { marks } from './migrations/0012-marks.ts';
import { madeByHeads } from './migrations/0013-made-by-heads.ts';
import { paymentSearch } from './migrations/0013-payment-search.ts';
import { lastBackup } from './migrations/0014-last-backup.ts';
import { naturalNames } from './migrations/0015-natural-names.ts';
import type { Step } from './migrations/step.ts';
import { TransferError } from './rows.ts';

const steps: Record<string, Step> = {
	'0001-catalogue': catalogue,
	'0002-payments': payments,
	'0003-audit': audit,
	'0004-identity': identity,
	'0005-jobs': jobs,
	'0006-name-search': nameSearch,
	'0007-request-counts': requestCounts,
	'0008-flags': flags,
	'0009-audit-by-kind': auditByKind,
	'0010-digit-runs': digitRuns,
	'0011-hook-tokens': hookTokens,
	'0012-marks': marks,
	'0013-made-by-heads': madeByHeads,
	'0013-payment-search': paymentSearch,
	'0014-last-backup': lastBackup,
	'0015-natural-names': naturalNames,
};

// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its day, not ours
type AnyDb = Kysely<any>;

/** Fails where one of these steps of a schema is none of ours. */
export const knownSteps = (names: readonly string[]) => {
	if (names.some((name) => !Object.hasOwn(steps, name)))
		throw new TransferError('The data belong to a newer version of this program.');
};

/** Whether a database has exactly the schema of this version. */
export const isCurrent = async (db: AnyDb) => {
	const done = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute();
	return done.map(({ name }) => name).join() === Object.keys(steps).join();
};

/**
 * Takes an empty database the given steps, or any database to the latest one, inside a transaction of
 * the caller's.
 */
export const migrateWithin = async (
	db: AnyDb,
	engine: Database['engine'],
	upTo: readonly string[] = [],
	onUpgrade: (steps: number) => unknown = () => {},
) => {
	const migrator = new Migrator({
		db,
		provider: {
			getMigrations: async () =>
				Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, step(engine)])),
		},
	});
	const last = upTo.at(-1);
	const known = await migrator.getMigrations().catch(() => []);
	const due = known.filter(({ executedAt }) => executedAt === undefined).length;
	if (due > 0 && due < known.length) await onUpgrade(due);
	const { error } = await (last === undefined
		? migrator.migrateToLatest()
		: migrator.migrateTo(last));
	if (!error) return;
	if (/previously executed migration .* is missing/.test((error as Error).message ?? ''))
		throw new Error('The database belongs to a newer version of this program.', { cause: error });
	throw new Error(`The database could not be brought up to date: ${(error as Error).message}.`, {
		cause: error,
	});
};

const CONTENT = ['courses', 'subjects', 'topics', 'exam_sets', 'past_papers'];

/** How many rows these have, as far as they are there. */
const count = async (db: AnyDb, tables: readonly string[]) => {
	const there = await db.introspection.getTables();
	const known = tables.filter((table) => there.some(({ name }) => name === table));
	if (known.length === 0) return '0';
	const counted = known.map((table) => sql`(select count(*) from ${sql.table(table)})`);
	const { rows } = await sql<{ n: number }>`select ${sql.join(counted, sql` + `)} as n`.execute(db);
	return (rows[0]?.n ?? 0).toLocaleString('en');
};

/**
 * Brings a database up to this version's schema, in one transaction; of two servers that start at
 * once, one waits for the other. Fails when the database was made by a newer version. `say` is told, in
 * a sentence, before an embedded database of an older version is changed, which takes its time.
 */
export const migrate = (
	db: AnyDb,
	engine: Database['engine'],
	say: (sentence: string) => void = () => {},
) => {
	if (engine === 'postgres') return migrateWithin(db, engine);
	// Kysely has a lock for PostgreSQL only; here the transaction is one from its beginning.
	return db.transaction().execute((trx) =>
		migrateWithin(trx, engine, [], async (steps) => {
			const [items, paid] = [await count(trx, CONTENT), await count(trx, ['payments'])];
			say(
				`Bringing the database up to date: ${steps} steps, with ${items} items of content and ${paid} payments.`,
			);
		}),
	);
};
