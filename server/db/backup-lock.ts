import { CommandError } from '../errors.ts';
import { lockBackup } from './data-lock.ts';
import type { Place } from './database.ts';
import { BACKUP_LOCK, connect } from './postgres.ts';

/** Longer than a deletion of files, shorter than a backup. */
const WAIT_MS = 10_000;

const lockPostgres = async (databaseUrl: string) => {
	const client = await connect(databaseUrl);
	try {
		await client.query(`set lock_timeout = ${WAIT_MS}`);
		await client.query('select pg_advisory_lock($1)', [BACKUP_LOCK]);
		return () => client.end();
	} catch (error) {
		await client.end();
		if ((error as { code?: string }).code === '55P03') return undefined;
		throw error;
	}
};

/**
 * Runs `work` while no server deletes a file that a backup needs. Fails with `CommandError` while another backup runs.
 */
export const whileBackupLocked = async <T>(
	{ dataDir, databaseUrl }: Place,
	work: () => Promise<T>,
): Promise<T> => {
	const release = databaseUrl ? await lockPostgres(databaseUrl) : lockBackup(dataDir, WAIT_MS);
	if (!release) throw new CommandError('Another backup is being made.');
	try {
		return await work();
	} finally {
		await release();
	}
};
