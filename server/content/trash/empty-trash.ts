import { recordAudit } from '../../platform/audit/audit-log.ts';
import { type AuditContext, SYSTEM_CONTEXT } from '../../platform/audit-context.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { lockRows } from '../../platform/db/engine.ts';
import { type Job, repeatUntilNone } from '../../platform/jobs.ts';
import { toItemRef } from '../resources/content-audit.ts';
import { lockDeletion } from '../resources/restore.ts';
import { findKeyBySlug, type Untyped, untyped } from '../resources/tables.ts';
import { DAY_MS, type DeletionRow } from '../resources/trash.ts';
import { deleteOldVersions } from '../resources/versions.ts';

/** The columns of all parts that name an item in a row about it, which goes with the item. */
const ABOUT_ITEMS = [
	['item_versions', 'item_id'],
	['problems', 'item_id'],
	['opened', 'item_id'],
	['opened_totals', 'item_id'],
	['not_held', 'course_id'],
	['not_held', 'subject_id'],
] as const;

/** Permanently deletes a locked deletion, with everything that is stored about its items. */
const purge = async (
	trx: Db,
	{ id, kind, item_id, name, parents, counts }: DeletionRow,
	context: AuditContext,
) => {
	for (const [table, column] of ABOUT_ITEMS)
		await untyped(trx)
			.deleteFrom(table)
			.where(column, 'in', (rows: Untyped) =>
				rows.selectFrom('trash_rows').select('item_id').where('deletion_id', '=', id),
			)
			.execute();
	await trx.deleteFrom('deletions').where('id', '=', id).execute();
	recordAudit(trx, context, {
		action: 'purge',
		item: {
			...toItemRef(findKeyBySlug(kind), { id: item_id, name }),
			parents: JSON.parse(parents),
		},
		details: { ...JSON.parse(counts), deletion: id },
	});
};

/** Permanently deletes a deletion. Rejects with `not_found` for an unknown one. */
export const purgeDeletion = async (trx: Db, id: string, context: AuditContext) =>
	purge(trx, await lockDeletion(trx, id), context);

const HOUR_MS = 60 * 60 * 1000;

/** Permanently deletes the oldest deletion, if it is from before an instant; resolves to the number deleted. */
const purgeOldest = (database: Database, before: string) =>
	database.write(async (trx) => {
		const oldest = trx
			.selectFrom('deletions')
			.selectAll()
			.where('at', '<', before)
			.orderBy('at')
			.limit(1);
		// Skips a deletion that is being restored.
		const deletion = await lockRows(trx, oldest, 'unlocked').executeTakeFirst();
		if (!deletion) return 0;
		await purge(trx, deletion, SYSTEM_CONTEXT);
		return 1;
	});

/** Deletes old deletions and versions: three minutes after the start, then every hour. */
export const createEmptyTrashJob = (database: Database, days: number): Job => ({
	name: 'Empty the trash',
	firstMs: 3 * 60_000,
	everyMs: HOUR_MS,
	run: async (signal) => {
		const before = new Date(Date.now() - days * DAY_MS).toISOString();
		const deletions = await repeatUntilNone(() => purgeOldest(database, before), signal);
		const versions = await deleteOldVersions(database.write, signal);
		return `${deletions} deletions and ${versions} versions permanently deleted`;
	},
});
