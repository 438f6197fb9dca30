import { SYSTEM_CONTEXT } from '../../audit-context.ts';
import { DAY_MS } from '../../content/trash.ts';
import { forgetOldVersions } from '../../content/versions.ts';
import type { Database } from '../../db/database.ts';
import { lockRows } from '../../db/engine.ts';
import type { Job } from '../../jobs/jobs.ts';
import { untilNone } from '../../jobs/jobs.ts';
import { purge } from './purge.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Deletes for good what has been in the trash for longest, if that is before then; resolves to how many. */
const purgeOldest = (database: Database, before: string) =>
	database.write(async (trx) => {
		const oldest = trx
			.selectFrom('deletions')
			.selectAll()
			.where('at', '<', before)
			.orderBy('at')
			.limit(1);
		// What somebody is restoring is left to them.
		const deletion = await lockRows(trx, oldest, 'unlocked').executeTakeFirst();
		if (!deletion) return 0;
		await purge(trx, deletion, SYSTEM_CONTEXT);
		return 1;
	});

/** The trash and the versions as work that goes on by itself: three minutes after a start, and every hour. */
export const emptyTrashJob = (database: Database, days: number): Job => ({
	name: 'Empty the trash',
	firstMs: 3 * 60_000,
	everyMs: HOUR_MS,
	run: async (signal) => {
		const before = new Date(Date.now() - days * DAY_MS).toISOString();
		const deletions = await untilNone(() => purgeOldest(database, before), signal);
		const versions = await forgetOldVersions(database.write, signal);
		return `${deletions} deletions and ${versions} versions permanently deleted`;
	},
});
