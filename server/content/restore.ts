import { type ResourceKey, type ResourceWord, resources } from '#shared/contract/resources.ts';
import type { ItemRef } from '../audit/audit-log.ts';
import type { AuditContext } from '../audit-context.ts';
import type { Db } from '../db/database.ts';
import { lockRows } from '../db/engine.ts';
import { idsOf, isId } from '../db/ids.ts';
import { AppError, conflict, notFound } from '../errors.ts';
import { inChunks } from '../in-chunks.ts';
import { picked, recordContent } from './content-audit.ts';
import { relink } from './links.ts';
import { type Target, targetUnder } from './move.ts';
import { at, holdList, holdReferences, lockIfThere, type Row } from './rows.ts';
import { searchColumns } from './search.ts';
import type { ContentStore, ContentStores, Link } from './store.ts';
import { above, hasName, keyOfWord, placeColumns, tables } from './tables.ts';
import type { DeletionRow, TrashRow } from './trash.ts';

/** A deletion by its id, this transaction's own; rejects with `not_found` where it is restored or gone for good. */
export const lockDeletion = async (trx: Db, id: string): Promise<DeletionRow> => {
	const query = trx.selectFrom('deletions').selectAll().where('id', '=', id);
	const found = isId(id) && (await lockRows(trx, query, 'change').executeTakeFirst());
	if (!found) throw notFound('Deletion');
	return found;
};

const called = (name: unknown) => (typeof name === 'string' ? ` “${name}”` : '');

/** Refuses to restore what lay under something that is not there, and says where that is. */
const parentGone = async (trx: Db, parent: ResourceKey, { id, name }: ItemRef) => {
	const held = await trx
		.selectFrom('trash_rows')
		.select('deletion_id')
		.where('item_id', '=', id)
		.orderBy('deletion_id', 'desc')
		.executeTakeFirst();
	const its = `Its ${resources[parent].label.toLowerCase()}${called(name)}`;
	const why = held ? 'is in the trash too. Restore that first.' : 'is gone for good.';
	return new AppError('parent_gone', `${its} ${why}`, {
		data: { deletion: held?.deletion_id ?? null },
	});
};

/** Where an item lies under now what it lay under, held as it is. */
const targetOf = async (trx: Db, key: ResourceKey, { parents }: DeletionRow): Promise<Target> => {
	const parent = above(key).at(-1);
	const known = (JSON.parse(parents) as ItemRef[]).at(-1);
	if (!parent || !known) {
		await holdList(trx, key, {});
		return { place: {}, parents: [] };
	}
	const row = await lockIfThere(trx, parent, known.id);
	if (!row) throw await parentGone(trx, parent, known);
	return targetUnder(parent, row);
};

const refuseTaken = async (trx: Db, key: ResourceKey, ids: string[]) => {
	const taken = await trx
		.selectFrom(tables[key].table)
		.select('id')
		.where('id', 'in', ids)
		.executeTakeFirst();
	if (taken)
		throw conflict(
			`${resources[key].label} ${taken.id} is there again, so this cannot be restored beside it.`,
		);
};

/** Those of these ids that are rows of a kind at a place, kept there until the transaction ends. */
const stillThere = async (trx: Db, key: ResourceKey, ids: string[], place: Row) => {
	const found = new Set<string>();
	const { table } = tables[key];
	const columns = above(key).map((each) => tables[each].column);
	await inChunks(ids, async (chunk) => {
		const rows = trx.selectFrom(table).select('id').where('id', 'in', chunk).orderBy('id');
		const here = at(rows as never, table, picked(place, columns));
		for (const { id } of await lockRows(trx, here, 'change').execute()) found.add(id as string);
	});
	return found;
};

/**
 * Has rows let go of what they refer to outside of their deletion and what is not there; it is a change of theirs.
 * What they let go of is added to `lost`.
 */
const withoutLost = async (
	trx: Db,
	{ resource, references }: ContentStore,
	rows: Row[],
	now: string,
	lost: Link[],
) => {
	let kept = rows;
	for (const [column, key] of Object.entries(references)) {
		const ids = [...new Set(kept.flatMap((row) => (row[column] ? [row[column] as string] : [])))];
		const [first] = kept;
		if (!first || ids.length === 0) continue;
		const there = await stillThere(trx, key, ids, first);
		kept = kept.map((row) => {
			const value = row[column] as string | null;
			if (value === null || there.has(value)) return row;
			const version = row.version + 1;
			lost.push({ key: resource.key, id: row.id, column, value, version });
			return { ...row, [column]: null, version, updated_at: now };
		});
	}
	return kept;
};

interface Going {
	key: ResourceKey;
	row: Row;
}

/** What came back, and where it is now. */
export interface RestoredItem {
	kind: ResourceWord;
	id: string;
	name: string | null;
	/** Outermost first. */
	path: ItemRef[];
}

/**
 * Brings a deletion back in a transaction of `Database.write`: all of its rows as they were, the item itself with
 * the next version and last in its order, under its parent wherever that is now. What refers to a row that is not
 * there comes back without, until that is restored too; what let go of the item refers to it again, unless somebody
 * changed it since.
 *
 * Rejects with `not_found` where it is restored already or gone for good, with `parent_gone` where its parent is
 * in the trash (`data.deletion` says in which deletion) or gone for good (null), with `conflict` where one of its
 * ids is there again.
 */
export const restoreDeletion = async (
	trx: Db,
	stores: ContentStores,
	id: string,
	by: AuditContext,
): Promise<RestoredItem> => {
	const deletion = await lockDeletion(trx, id);
	const key = keyOfWord(deletion.kind);
	const trashed: TrashRow[] = await trx
		.selectFrom('trash_rows')
		.selectAll()
		.where('deletion_id', '=', id)
		.orderBy('n')
		.execute();
	const store = stores[key];
	await holdReferences(trx, store.references, JSON.parse(trashed[0]?.item ?? '{}'));
	const { place, parents } = await targetOf(trx, key, deletion);
	const columns = placeColumns(key, place);
	const now = new Date().toISOString();
	const [first, ...under] = trashed.map(({ kind, item }): Going => {
		const row: Row = { ...JSON.parse(item), ...columns };
		const key = keyOfWord(kind);
		// Derived again: they may have been stored by an older release.
		return { key, row: hasName(key) ? { ...row, ...searchColumns(row) } : row };
	});
	const root: Row = {
		...(first as Going).row,
		...(store.resource.ordered && { order_num: await store(trx).nextOrder(place) }),
	};
	root.version++;
	root.updated_at = now;
	const lost: Link[] = [];
	// Parents stand first.
	for (const [kind, items] of Map.groupBy([{ key, row: root }, ...under], ({ key }) => key))
		await inChunks(items, async (chunk) => {
			const rows = chunk.map(({ row }) => row);
			await refuseTaken(trx, kind, idsOf(rows));
			const whole = await withoutLost(trx, stores[kind], rows, now, lost);
			await trx
				.insertInto(tables[kind].table)
				.values(whole as never)
				.execute();
		});
	await trx.deleteFrom('deletions').where('id', '=', id).execute();
	await relink(trx, stores, [...lost, ...JSON.parse(deletion.detached)], {
		by,
		cause: `${resources[key].kind}_restored`,
	});
	await recordContent(trx, key, store.references, {
		by,
		action: 'restore',
		item: root,
		parents,
		counts: JSON.parse(deletion.counts),
		besides: { deletion: id },
	});
	return { kind: resources[key].word, id: root.id, name: root.name ?? null, path: [...parents] };
};
