import { sql } from 'kysely';
import { trashCalls } from '#shared/contract/content/calls.ts';
import { mapByKind, type ResourceWord } from '#shared/contract/content/resources.ts';
import type { Deletion, TrashQuery } from '#shared/contract/content/trash.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import { readPage } from '../../platform/api/page.ts';
import type { ItemRef } from '../../platform/audit/audit-log.ts';
import { parseActor } from '../../platform/audit-context.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { countTotal, hasText, isId } from '../../platform/db/engine.ts';
import type { Api } from '../../platform/http/api.ts';
import { restoreDeletion } from '../resources/restore.ts';
import { buildTermsMatch } from '../resources/search.ts';
import type { ContentStores } from '../resources/store.ts';
import { computeRestoreLimit, type DeletionRow } from '../resources/trash.ts';
import { purgeDeletion } from './empty-trash.ts';

const toWire = (row: DeletionRow & { published: unknown }, days: number): Deletion => ({
	id: row.id,
	at: row.at,
	by: parseActor(row.actor, row.actor_name),
	kind: row.kind as Deletion['kind'],
	item_id: row.item_id,
	name: row.name,
	path: (JSON.parse(row.parents) as ItemRef[]).flatMap(({ name }) => name ?? []),
	counts: JSON.parse(row.counts),
	published: Boolean(row.published),
	until: computeRestoreLimit(new Date(row.at), days),
});

const listTrash = async (
	db: Db,
	{ kind, item, search = '', ...paging }: TrashQuery,
	days: number,
) => {
	if (item !== undefined && !isId(item)) return { data: [], total: 0 };
	let found = db.selectFrom('deletions');
	if (kind !== undefined) found = found.where('kind', '=', kind);
	const match = buildTermsMatch(search, (word) => hasText(db, 'search_text', ` ${word}`));
	if (search !== '' && !match) return { data: [], total: 0 };
	if (match) found = found.where(match);
	if (item !== undefined)
		found = found.where('id', 'in', (rows) =>
			rows.selectFrom('trash_rows').select('deletion_id').where('item_id', '=', item),
		);
	const total = await countTotal(found);
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
		.select(
			// A quote in a name is escaped, so only a field matches. Before booleans, SQLite stored 1.
			sql<unknown>`exists (select 1 from trash_rows where deletion_id = deletions.id
				and (item like '%"published":true%' or item like '%"published":1%'))`.as('published'),
		)
		// The inner query reads only an index; the outer one reads the rows of the page.
		.where('id', 'in', ids)
		.orderBy('at', 'desc')
		.orderBy('id', 'desc')
		.execute();
	return { data: rows.map((row) => toWire(row, days)), total };
};

const words: Readonly<Record<string, ResourceWord>> = mapByKind(({ slug }) => slug);

/** Adds the calls on the trash. */
export const addTrashRoutes = (
	api: Api,
	database: Database,
	{ stores, days }: { stores: ContentStores; days: number },
) =>
	answerCalls(api, { database }, trashCalls, {
		listDeletions: ({ query }) => listTrash(database.read, query, days),
		restoreDeletion: {
			write: async ({ trx, context }, { params: { deletionId } }) => {
				const { path, ...rest } = await restoreDeletion(trx, stores, deletionId, context);
				const places = path.map((one) => ({ ...one, kind: words[one.kind] as ResourceWord }));
				return { ...rest, path: places };
			},
		},
		purgeDeletion: {
			write: ({ trx, context }, { params }) => purgeDeletion(trx, params.deletionId, context),
		},
	});
