import { type ResourceKey, resources } from '#shared/contract/resources.ts';
import type { ItemRef } from '../audit/audit-log.ts';
import type { AuditContext } from '../audit-context.ts';
import type { Db } from '../db/database.ts';
import { checkReferencesLate, lockRows } from '../db/engine.ts';
import { notFound } from '../errors.ts';
import { aboveOf, parentColumns, picked, recordContent, refOf } from './content-audit.ts';
import { referable, relink, unlink } from './links.ts';
import { at, holdReferences, type Ids, lockIfThere, type Row } from './rows.ts';
import type { ContentStore, ContentStores, Link } from './store.ts';
import { above, below, placeColumns, placeOfRow, tables, untyped } from './tables.ts';
import { keepVersion } from './versions.ts';

/** Where an item was, and what let go of what because it went: what it takes to bring it back. */
export interface Left {
	/** The ids of its parents, as its address had them. */
	place: Ids;
	/** Its own columns that changed besides, as they were. */
	columns: Record<string, unknown>;
	links: Link[];
}

/** What of a place is another one now. */
const changedIn = (from: Record<string, unknown>, to: Record<string, unknown>) =>
	Object.fromEntries(Object.entries(to).filter(([column, value]) => from[column] !== value));

/** Whether what lies under these kinds lies elsewhere, where these columns have changed. */
const leaves = (of: ResourceKey, changed: Record<string, unknown>) =>
	above(of).some((each) => tables[each].column in changed);

/** A move under way: of which item, from which columns of its parents to which, by whom. */
interface Going {
	stores: ContentStores;
	key: ResourceKey;
	row: Row;
	/** Where it lies, by all columns, and those that are others now. */
	from: Ids;
	changed: Ids;
	said: { by: AuditContext; cause: string };
}

/** Takes what lies under an item along; what that refers to elsewhere stays behind. */
const takeAlong = async (trx: Db, { stores, key, row, from, changed, said }: Going) => {
	const links: Link[] = [];
	const counts: Record<string, number> = {};
	const stays = (of: ResourceKey) => of !== key && !below(key).includes(of) && leaves(of, changed);
	for (const child of below(key)) {
		const { table } = tables[child];
		const mine = { ...from, [tables[key].column]: row.id };
		// All of them first: what is made to refer to something meanwhile would come along with that.
		const all = at(untyped(trx).selectFrom(table).select('id'), table, mine);
		await lockRows(trx, all.orderBy('id'), 'change').execute();
		for (const [column, of] of Object.entries(stores[child].references))
			if (stays(of)) links.push(...(await unlink(trx, stores[child], column, mine, said)));
		const update = at(untyped(trx).updateTable(table), table, mine).set(changed);
		counts[resources[child].word] = Number((await update.executeTakeFirst()).numUpdatedRows);
	}
	return { links, counts };
};

/** Has those elsewhere let go of an item that leaves what they lie under too. */
const leaveBehind = async (trx: Db, { stores, key, row, changed, said }: Going) => {
	const links: Link[] = [];
	if (!leaves(key, changed)) return links;
	for (const store of Object.values(stores))
		for (const [column, of] of Object.entries(store.references))
			if (of === key && !below(key).includes(store.resource.key))
				links.push(...(await unlink(trx, store, column, { [column]: row.id }, said)));
	return links;
};

/** The order of an item that comes: last, or, where it comes back, as it was if nobody has that now. */
const orderOf = async (trx: Db, store: ContentStore, target: Ids, before: unknown) => {
	const { key } = store.resource;
	const taken = { ...placeColumns(key, target), order_num: before };
	const { table } = tables[key];
	const others = at(untyped(trx).selectFrom(table).select('id'), table, taken);
	if (before !== undefined && !(await others.limit(1).executeTakeFirst())) return before;
	return store(trx).nextOrder(target as never);
};

/** What else changes of an item that goes to a place: its order, and what it refers to there. */
const ownChanges = async (
	trx: Db,
	{ stores, key, row, changed }: Going,
	to: Ids,
	target: Ids,
	back?: Left,
) => {
	const store = stores[key];
	const before = back && { ...row, ...back.columns };
	const own: Record<string, unknown> = {};
	if (store.resource.ordered) own.order_num = await orderOf(trx, store, target, before?.order_num);
	for (const [column, of] of Object.entries(store.references)) {
		if (!leaves(of, changed)) continue;
		const id = before?.[column];
		const there = typeof id === 'string' && (await referable(trx, of, id, { ...row, ...to }));
		own[column] = there ? id : null;
	}
	return changedIn(row, own);
};

/** Where an item goes, by address and by name. */
export interface Target {
	place: Ids;
	parents: readonly ItemRef[];
}

/** What lies right under a row. */
export const targetUnder = (parent: ResourceKey, row: Row): Target => ({
	place: placeOfRow(parent, row),
	parents: [...aboveOf(parent, row), refOf(parent, row)],
});

/**
 * Holds the parent where an item goes, wherever that is by now, and what it refers to where it comes back: before the
 * item itself is held. Undefined where there is no such parent.
 */
export const holdTarget = async (
	trx: Db,
	{ resource, references }: ContentStore,
	place: Ids,
	back?: Left,
): Promise<Target | undefined> => {
	await holdReferences(trx, references, back?.columns);
	const parent = above(resource.key).at(-1) as ResourceKey;
	const row = await lockIfThere(trx, parent, place[resources[parent].param] ?? '');
	return row && targetUnder(parent, row);
};

/**
 * Moves an item that is locked under another parent, with all that lies under it, and puts it last there.
 * What refers to it, or from it, across what both lie under lets go. Resolves to its version from then on and
 * to what it left; null where it lies there already. Rejects with `not_found` where there is no target.
 */
export const moveItem = async (
	trx: Db,
	stores: ContentStores,
	key: ResourceKey,
	row: Row,
	target: Target | undefined,
	by: AuditContext,
	back?: Left,
): Promise<{ version: number; left: Left | null }> => {
	if (!target) throw notFound(resources[above(key).at(-1) as ResourceKey].label);
	const to = placeColumns(key, target.place);
	const changed = changedIn(row, to) as Ids;
	if (Object.keys(changed).length === 0) return { version: row.version, left: null };
	await checkReferencesLate(trx);
	const going: Going = {
		stores,
		key,
		row,
		changed,
		from: picked(row, Object.keys(to)) as Ids,
		said: { by, cause: `${resources[key].kind}_moved` },
	};
	const own = await ownChanges(trx, going, to, target.place, back);
	const behind = await leaveBehind(trx, going);
	const along = await takeAlong(trx, going);
	await keepVersion(trx, stores[key].resource, row, stores[key].contentColumns);
	const version = row.version + 1;
	await untyped(trx)
		.updateTable(tables[key].table)
		.set({ ...changed, ...own, version, updated_at: new Date().toISOString() })
		.where('id', '=', row.id)
		.execute();
	const columns = Object.keys({ ...changed, ...own });
	await recordContent(
		trx,
		key,
		{ ...Object.fromEntries(parentColumns(key)), ...stores[key].references },
		{
			by,
			action: 'move',
			item: row,
			parents: target.parents,
			counts: along.counts,
			before: picked(row, columns),
			after: { ...changed, ...own },
		},
	);
	if (back)
		await relink(trx, stores, back.links, { by, cause: `${resources[key].kind}_moved_back` });
	const { [resources[key].param]: _, ...place } = placeOfRow(key, row);
	const left = {
		place,
		columns: picked(row, Object.keys(own)),
		links: [...behind, ...along.links],
	};
	return { version, left };
};
