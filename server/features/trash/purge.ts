import type { ItemRef } from '../../audit/audit-log.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import type { AuditContext } from '../../audit-context.ts';
import { refOf } from '../../content/content-audit.ts';
import { lockDeletion } from '../../content/restore.ts';
import { keyOfWord } from '../../content/tables.ts';
import type { DeletionRow } from '../../content/trash-tables.ts';
import type { Db } from '../../db/database.ts';
import { forgetNotHeld } from '../coverage/store.ts';

/** Takes deletions that are this transaction's own out of the trash for good, and all that was kept of their items. */
export const purge = async (trx: Db, deletions: readonly DeletionRow[], by: AuditContext) => {
	const ids = deletions.map(({ id }) => id);
	if (ids.length === 0) return;
	await trx
		.deleteFrom('item_versions')
		.where('item_id', 'in', (rows) =>
			rows.selectFrom('trash_rows').select('item_id').where('deletion_id', 'in', ids),
		)
		.execute();
	await forgetNotHeld(trx, ids);
	await trx.deleteFrom('deletions').where('id', 'in', ids).execute();
	for (const { id, kind, item_id, name, parents, counts } of deletions)
		recordAudit(trx, by, {
			action: 'purge',
			item: {
				...refOf(keyOfWord(kind), { id: item_id, name }),
				parents: JSON.parse(parents) as ItemRef[],
			},
			details: { ...JSON.parse(counts), deletion: id },
		});
};

/** That of one; rejects with `not_found` where it is restored or gone for good. */
export const purgeDeletion = async (trx: Db, id: string, by: AuditContext) =>
	purge(trx, [await lockDeletion(trx, id)], by);
