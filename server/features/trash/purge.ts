import { recordAudit } from '../../audit/audit-log.ts';
import type { AuditContext } from '../../audit-context.ts';
import { refOf } from '../../content/content-audit.ts';
import { lockDeletion } from '../../content/restore.ts';
import { keyOfWord } from '../../content/tables.ts';
import type { DeletionRow } from '../../content/trash.ts';
import type { Db } from '../../db/database.ts';
import { forgetNotHeld } from '../coverage/store.ts';

/** Takes a deletion that is this transaction's own out of the trash for good, and all that was kept of its items. */
export const purge = async (
	trx: Db,
	{ id, kind, item_id, name, parents, counts }: DeletionRow,
	by: AuditContext,
) => {
	await trx
		.deleteFrom('item_versions')
		.where('item_id', 'in', (rows) =>
			rows.selectFrom('trash_rows').select('item_id').where('deletion_id', '=', id),
		)
		.execute();
	await forgetNotHeld(trx, id);
	await trx.deleteFrom('deletions').where('id', '=', id).execute();
	recordAudit(trx, by, {
		action: 'purge',
		item: { ...refOf(keyOfWord(kind), { id: item_id, name }), parents: JSON.parse(parents) },
		details: { ...JSON.parse(counts), deletion: id },
	});
};

/** That of one by its id; rejects with `not_found` where it is restored or gone for good. */
export const purgeDeletion = async (trx: Db, id: string, by: AuditContext) =>
	purge(trx, await lockDeletion(trx, id), by);
