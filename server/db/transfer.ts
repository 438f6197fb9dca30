import { existsSync } from 'node:fs';
import { lockBackup } from './data-lock.ts';
import { type Dump, type Snapshot, type Tally, TransferError } from './dump.ts';
import { STEPS } from './migrate.ts';
import {
	fillPostgres,
	holdPostgres,
	postgresSnapshot,
	requireEmptyPostgres,
} from './postgres-dump.ts';
import { sqliteFile } from './sqlite.ts';
import { fillSqlite, requireNoSqlite, sqliteSnapshot } from './sqlite-dump.ts';

/** Which database the settings name. */
export interface Place {
	dataDir: string;
	databaseUrl: string | undefined;
}

/** Holds a database at this moment, also beside servers that write to it. */
export const snapshotOf = async ({ dataDir, databaseUrl }: Place): Promise<Snapshot> =>
	databaseUrl ? postgresSnapshot(databaseUrl) : sqliteSnapshot(dataDir);

/** Fails with `TransferError` where an embedded database is asked for that is not there. */
export const requireDatabase = ({ dataDir, databaseUrl }: Place) => {
	if (!databaseUrl && !existsSync(sqliteFile(dataDir)))
		throw new TransferError(`There is no database in ${dataDir}.`);
};

/** Fails with `TransferError` where there is a database already. */
export const requireNothing = async ({ dataDir, databaseUrl }: Place) => {
	if (databaseUrl) await requireEmptyPostgres(databaseUrl);
	else requireNoSqlite(dataDir);
};

const HOLD_MS = 10_000;

/**
 * Does something while nothing that a backup may need is removed from a database or, by a sweep, from
 * its store. Fails with `TransferError` where another backup is being made.
 */
export const whileHeld = async <T>(
	{ dataDir, databaseUrl }: Place,
	work: () => Promise<T>,
): Promise<T> => {
	const release = databaseUrl ? await holdPostgres(databaseUrl) : lockBackup(dataDir, HOLD_MS);
	if (!release) throw new TransferError('Another backup is being made.');
	try {
		return await work();
	} finally {
		await release();
	}
};

/**
 * Fills an empty database with all rows of a source, whichever engine they come from, compares what
 * arrived, and brings it up to date; a failure or a crash leaves it empty. Resolves to what each table
 * got. Fails with `TransferError` where it is not empty, or the rows belong to a newer program.
 */
export const fill = (
	{ dataDir, databaseUrl }: Place,
	source: Dump,
	steps = STEPS,
): Promise<Map<string, Tally>> =>
	databaseUrl ? fillPostgres(databaseUrl, source, steps) : fillSqlite(dataDir, source, steps);
