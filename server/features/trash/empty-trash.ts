import { SYSTEM_CONTEXT } from '../../audit-context.ts';
import { DAY_MS } from '../../content/trash.ts';
import type { DeletionRow } from '../../content/trash-tables.ts';
import { forgetOldVersions } from '../../content/versions.ts';
import type { Database } from '../../db/database.ts';
import { lockRows } from '../../db/engine.ts';
import type { Job } from '../../jobs/jobs.ts';
import { purge } from './purge.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Deletions of one transaction, and about how many rows of theirs: others wait for it. */
const BATCH = 20;
const ROWS = 5_000;

/** The first of these that together are not too many rows; the first one, however many it holds. */
const someOf = (deletions: readonly DeletionRow[]) => {
	let rows = 0;
	return deletions.filter(({ counts }, at) => {
		rows += Object.values<number>(JSON.parse(counts)).reduce((all, count) => all + count, 1);
		return at === 0 || rows <= ROWS;
	});
};

/**
 * Deletes for good what has been in the trash for longer than `days`, oldest first; what somebody is restoring
 * is left to them. Resolves to how many deletions.
 */
const emptyTrash = async (database: Database, days: number, signal: AbortSignal) => {
	const before = new Date(Date.now() - days * DAY_MS).toISOString();
	let purged = 0;
	for (let more = true; more && !signal.aborted; ) {
		const gone = await database.write(async (trx) => {
			const over = trx
				.selectFrom('deletions')
				.selectAll()
				.where('at', '<', before)
				.orderBy('at')
				.limit(BATCH);
			const deletions = someOf(await lockRows(trx, over, 'unlocked').execute());
			await purge(trx, deletions, SYSTEM_CONTEXT);
			return deletions.length;
		});
		purged += gone;
		more = gone > 0;
	}
	return purged;
};

/** The trash and the versions as work that goes on by itself: three minutes after a start, and every hour. */
export const emptyTrashJob = (database: Database, days: number): Job => ({
	name: 'Empty the trash',
	firstMs: 3 * 60_000,
	everyMs: HOUR_MS,
	run: async (signal) => {
		const deletions = await emptyTrash(database, days, signal);
		const versions = await forgetOldVersions(database.write, signal);
		return `${deletions} deletions and ${versions} versions gone for good`;
	},
});
