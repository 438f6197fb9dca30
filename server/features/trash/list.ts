import type { Deletion } from '#shared/contract/trash.ts';
import type { TrashQuery } from '#shared/contract/trash-query.ts';
import { wordsOf } from '#shared/search-key.ts';
import { readPage } from '../../api/page.ts';
import type { ItemRef } from '../../audit/audit-log.ts';
import { actorOf } from '../../audit-context.ts';
import { type DeletionRow, restorableUntil } from '../../content/trash.ts';
import type { Db } from '../../db/database.ts';
import { contains } from '../../db/engine.ts';
import { isId } from '../../db/ids.ts';
import { totalOf } from '../../db/total.ts';

const toWire = (row: DeletionRow, days: number): Deletion => ({
	id: row.id,
	at: row.at,
	by: actorOf(row.actor, row.actor_name),
	kind: row.kind as Deletion['kind'],
	item_id: row.item_id,
	name: row.name,
	path: (JSON.parse(row.parents) as ItemRef[]).flatMap(({ name }) => name ?? []),
	counts: JSON.parse(row.counts),
	until: restorableUntil(new Date(row.at), days),
});

/** What is in the trash, newest first: one page, and how many deletions there are that match. */
export const listTrash = async (
	db: Db,
	{ kind, item, search = '', ...paging }: TrashQuery,
	days: number,
) => {
	if (item !== undefined && !isId(item)) return { data: [], total: 0 };
	let found = db.selectFrom('deletions');
	if (kind !== undefined) found = found.where('kind', '=', kind);
	const words = wordsOf(search);
	if (search !== '' && words.length === 0) return { data: [], total: 0 };
	for (const word of words) found = found.where(contains(db, 'search_text', ` ${word}`));
	if (item !== undefined)
		found = found.where('id', 'in', (rows) =>
			rows.selectFrom('trash_rows').select('deletion_id').where('item_id', '=', item),
		);
	const total = await totalOf(found);
	const { limit, offset } = readPage(paging);
	const ids = found
		.select('id')
		.orderBy('at', 'desc')
		.orderBy('id', 'desc')
		.limit(limit)
		.offset(offset);
	const rows = await db
		.selectFrom('deletions')
		.selectAll()
		// Found in an index alone; only the rows of the page are read.
		.where('id', 'in', ids)
		.orderBy('at', 'desc')
		.orderBy('id', 'desc')
		.execute();
	return { data: rows.map((row) => toWire(row, days)), total };
};
