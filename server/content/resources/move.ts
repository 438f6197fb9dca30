import { type ResourceKey, resources } from '#shared/contract/content/resources.ts';
import type { ItemRef } from '../../platform/audit/audit-log.ts';
import type { AuditContext } from '../../platform/audit-context.ts';
import type { Db } from '../../platform/db/database.ts';
import { checkReferencesLate, lockRows } from '../../platform/db/engine.ts';
import { notFound } from '../../platform/errors.ts';
import {
	listParentColumns,
	listParents,
	pickColumns,
	recordContent,
	toItemRef,
} from './content-audit.ts';
import { refusePublished } from './editors-only.ts';
import { lockReferenced, relink, unlink } from './links.ts';
import { makeRoom } from './ordering.ts';
import { type Ids, lockIfThere, lockReferences, type Row, whereColumns } from './rows.ts';
import type { ContentStore, ContentStores, Link } from './store.ts';
import {
	listDescendantKinds,
	listParentKinds,
	readPlace,
	tables,
	toPlaceColumns,
	untyped,
} from './tables.ts';
import { storeVersion } from './versions.ts';

/** The previous place and the lost links of a moved item, for an undo. */
export interface Left {
	place: Ids;
	columns: Record<string, unknown>;
	links: Link[];
}

/** The new parent of an item, by address and by name. */
export interface Target {
	place: Ids;
	parents: readonly ItemRef[];
}

/** Returns the target under a row. */
export const buildTarget = (parent: ResourceKey, row: Row): Target => ({
	place: readPlace(parent, row),
	parents: [...listParents(parent, row), toItemRef(parent, row)],
});

/** Locks the new parent of an item, and with `back` the rows that the item referred to, both before the item itself. */
export const lockTarget = async (
	trx: Db,
	{ resource, references }: ContentStore,
	place: Ids,
	back?: Left,
): Promise<Target | undefined> => {
	await lockReferences(trx, references, back?.columns);
	const parent = listParentKinds(resource.key).at(-1) as ResourceKey;
	const row = await lockIfThere(trx, parent, place[resources[parent].param] ?? '');
	return row && buildTarget(parent, row);
};

const findChanged = (row: Record<string, unknown>, values: Record<string, unknown>) =>
	Object.fromEntries(Object.entries(values).filter(([column, value]) => row[column] !== value));

const hasParentIn = (of: ResourceKey, columns: Record<string, unknown>) =>
	listParentKinds(of).some((each) => tables[each].column in columns);

interface Move {
	stores: ContentStores;
	key: ResourceKey;
	row: Row;
	changed: Ids;
	reason: { context: AuditContext; cause: string };
}

const moveBelow = async (trx: Db, { stores, key, row, changed, reason }: Move) => {
	const under = {
		...pickColumns(
			row,
			listParentKinds(key).map((each) => tables[each].column),
		),
	} as Ids;
	under[tables[key].column] = row.id;
	const moving: readonly ResourceKey[] = [key, ...listDescendantKinds(key)];
	// Selected before any is unlinked, so that no link is added to rows that are about to move.
	for (const child of listDescendantKinds(key)) {
		const { table } = tables[child];
		const all = whereColumns(untyped(trx).selectFrom(table), table, under).select([
			'id',
			'name',
			'published',
		]);
		const rows: Row[] = await lockRows(trx, all.orderBy('id'), 'change').execute();
		await refusePublished(trx, reason.context, child, rows);
	}
	const links: Link[] = [];
	for (const store of Object.values(stores))
		for (const [column, of] of Object.entries(store.references)) {
			const own = store.resource.key;
			const isCut = moving.includes(own) !== moving.includes(of) && hasParentIn(of, changed);
			if (!isCut || own === key) continue;
			const where = of === key ? { [column]: row.id } : under;
			links.push(...(await unlink(trx, store, column, where, reason)));
		}
	const counts: Record<string, number> = {};
	for (const child of listDescendantKinds(key)) {
		const { table } = tables[child];
		const update = whereColumns(untyped(trx).updateTable(table), table, under).set(changed);
		counts[resources[child].slug] = Number((await update.executeTakeFirst()).numUpdatedRows);
	}
	return { links, counts };
};

const listOwnChanges = async (
	trx: Db,
	{ stores, key, row, changed }: Move,
	to: Ids,
	back?: Left,
) => {
	const { resource, references } = stores[key];
	const before = back && { ...row, ...back.columns };
	const changes: Record<string, unknown> = {};
	if (resource.ordered) {
		changes.order_num = before?.order_num ?? (await stores[key](trx).nextOrder(to));
		// The move was the last change of the row, so rows created after `updated_at` were created after the move.
		if (before) await makeRoom(trx, key, to, before.order_num as number, row.updated_at as string);
	}
	for (const [column, of] of Object.entries(references)) {
		if (!hasParentIn(of, changed)) continue;
		const id = before?.[column];
		const isThere =
			typeof id === 'string' && (await lockReferenced(trx, of, id, { ...row, ...changed }));
		changes[column] = isThere ? id : null;
	}
	return findChanged(row, changes);
};

/**
 * Moves a locked item with all rows under it to another parent, or with `back` to its previous place. Resolves to the
 * data for an undo.
 */
export const moveItem = async (
	trx: Db,
	stores: ContentStores,
	key: ResourceKey,
	row: Row,
	target: Target | undefined,
	context: AuditContext,
	back?: Left,
): Promise<{ version: number; left: Left | null }> => {
	if (!target) throw notFound(resources[listParentKinds(key).at(-1) as ResourceKey].label);
	const changed = findChanged(row, toPlaceColumns(key, target.place)) as Ids;
	if (Object.keys(changed).length === 0) return { version: row.version, left: null };
	await refusePublished(trx, context, key, [row]);
	await checkReferencesLate(trx);
	const { auditKind: kind, param } = resources[key];
	const move: Move = { stores, key, row, changed, reason: { context, cause: `${kind}_moved` } };
	const changes = await listOwnChanges(trx, move, target.place, back);
	const { links, counts } = await moveBelow(trx, move);
	await storeVersion(trx, stores[key].resource, row, stores[key].contentColumns);
	const version = row.version + 1;
	const values = { ...changed, ...changes };
	await untyped(trx)
		.updateTable(tables[key].table)
		.set({ ...values, version, updated_at: new Date().toISOString() })
		.where('id', '=', row.id)
		.execute();
	const references = { ...Object.fromEntries(listParentColumns(key)), ...stores[key].references };
	await recordContent(trx, key, references, {
		context,
		action: 'move',
		item: row,
		parents: target.parents,
		counts,
		before: pickColumns(row, Object.keys(values)),
		after: values,
	});
	if (back) await relink(trx, stores, back.links, { context, cause: `${kind}_moved_back` });
	const { [param]: _, ...place } = readPlace(key, row);
	return { version, left: { place, columns: pickColumns(row, Object.keys(changes)), links } };
};
