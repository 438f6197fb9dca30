import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SYSTEM_CONTEXT } from '../../platform/audit-context.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { classifyError, lockName } from '../../platform/db/engine.ts';
import type { FileStore } from '../../platform/files/store.ts';
import { importCatalogue } from './catalogue.ts';

/** The sample catalogue, in the format of `ufundi import`. */
export const SAMPLE_CATALOGUE = resolve(import.meta.dirname, '../../../sample/catalogue');

const TRIES = 5;

/**
 * Returns whether there is no course, and no payment outside the sample payments, which may have been loaded just
 * before.
 */
const isEmpty = async (db: Db) => {
	const course = await db.selectFrom('courses').select('id').limit(1).executeTakeFirst();
	const payment = await db
		.selectFrom('payments')
		.select('id')
		.where('origin', '<>', 'sample')
		.limit(1)
		.executeTakeFirst();
	return course === undefined && payment === undefined;
};

/** Loads the sample catalogue into a database without courses. Of several servers that start together, one loads it. */
export const fillWithSample = async (database: Database, files: FileStore): Promise<void> => {
	for (let attempt = 1; await isEmpty(database.read); attempt++) {
		try {
			const { refused } = await importCatalogue({
				folder: SAMPLE_CATALOGUE,
				database,
				files,
				context: SYSTEM_CONTEXT,
				onlyIf: async (trx) => {
					await lockName(trx, 'sample-data');
					return isEmpty(trx);
				},
			});
			if (refused.length > 0) throw new Error('The sample catalogue is refused.');
			return;
		} catch (error) {
			// Another server holds the lock for longer than the statement timeout.
			if (attempt === TRIES || classifyError(error) !== 'unavailable') throw error;
			await wait(200);
		}
	}
};
