import { type BulkAction, switchOf } from '#shared/contract/bulk-actions.ts';
import { columnOf } from '#shared/contract/resource.ts';
import type { ResourceKey } from '#shared/contract/resources.ts';
import { type AuditContext, actorOf } from '../audit-context.ts';
import { countOf } from '../content/count.ts';
import { holdTarget, type Left, moveItem, type Target } from '../content/move.ts';
import { restoreDeletion } from '../content/restore.ts';
import { type Ids, lockAnywhere, lockIfThere, type Row } from '../content/rows.ts';
import type { ContentStore, ContentStores } from '../content/store.ts';
import { above, placeOfRow, tables } from '../content/tables.ts';
import type { Trx } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { NewItem } from './begin.ts';
import type { OperationItemRow, OperationRow } from './tables.ts';

/** What is kept of an item that is done: what it takes to take it back. */
type Done = Partial<Pick<OperationItemRow, 'item_id' | 'name' | 'before' | 'version' | 'deletion'>>;

/** The item as it was, as far as it was changed: fields, or where it lay; or that it was not there. */
interface Before {
	created?: true;
	parent?: NewItem['parent'];
	fields?: Record<string, unknown>;
	left?: Left | null;
}

/**
 * Rejects with `not_ready` where an item should not be published as it is, of the kinds that are looked at first;
 * what it would only be warned of is waved through by a reason.
 */
export type Checks = Readonly<
	Partial<Record<ResourceKey, (trx: Trx, place: Ids, reason: string | undefined) => Promise<void>>>
>;

/** How a publish deals with what is not ready. */
export const wavedBy = ({
	action,
	target,
}: Pick<OperationRow, 'action' | 'target'>): { only_ready?: boolean; reason?: string } =>
	action === 'publish' ? JSON.parse(target ?? '{}') : {};

/** What is done to one item, which is this transaction's own. */
interface Step {
	trx: Trx;
	stores: ContentStores;
	checks: Checks;
	store: ContentStore;
	operation: OperationRow;
	item: OperationItemRow;
	row: Row;
	/** Where it goes, where it does. */
	to: Target | undefined;
	by: AuditContext;
}

/** The fields of an item that a change is about, as they are. */
const fieldsOf = ({ resource }: ContentStore, row: Row, fields: readonly string[]) =>
	Object.fromEntries(fields.map((field) => [field, row[columnOf(resource, field)]]));

const switchIt = async (step: Step): Promise<Done> => {
	const { trx, store, checks, operation, row, by } = step;
	const { resource } = store;
	const patch = switchOf(resource, operation.action as BulkAction) ?? {};
	const place = placeOfRow(resource.key, row);
	const { only_ready, reason } = wavedBy(operation);
	if (only_ready) await checks[resource.key]?.(trx, place, reason);
	const { version } = await store(trx).update(place, patch, by);
	const before: Before =
		version === row.version ? {} : { fields: fieldsOf(store, row, Object.keys(patch)) };
	return { before: JSON.stringify(before), version };
};

/** Removes what an operation made for its items to come under, where it is as it was made and nothing is in it. */
const removeEmpty = async (
	trx: Trx,
	stores: ContentStores,
	kind: ResourceKey,
	{ id, version }: NonNullable<NewItem['parent']>,
	by: AuditContext,
) => {
	const key = above(kind).at(-1);
	const row = key && (await lockIfThere(trx, key, id));
	if (!row || row.version !== version) return;
	if ((await countOf(trx, tables[kind].table, { [tables[key].column]: id })) > 0) return;
	await stores[key](trx).remove(placeOfRow(key, row), by);
};

/** Makes an item where it was to be made. */
const createIt = async (
	trx: Trx,
	store: ContentStore,
	{ before }: OperationItemRow,
	by: AuditContext,
): Promise<Done> => {
	const { place, fields, parent }: NewItem = JSON.parse(before ?? '{}');
	const { id, version } = await store(trx).create(place, fields, by);
	const made: Before = { created: true, parent };
	return { item_id: id, before: JSON.stringify(made), version };
};

/** Gives an item back what it had, where it is as the operation left it. */
const takeBack = async ({ trx, stores, store, item, row, to, by }: Step): Promise<Done> => {
	if (row.version !== item.version)
		throw new AppError('changed', `Somebody else has changed “${row.name}” since.`);
	const { key } = store.resource;
	const { created, parent, left, fields = {} }: Before = JSON.parse(item.before ?? '{}');
	if (created) {
		await store(trx).remove(placeOfRow(key, row), by);
		if (parent) await removeEmpty(trx, stores, key, parent, by);
	} else if (left) await moveItem(trx, stores, key, row, to, by, left);
	else await store(trx).update(placeOfRow(key, row), fields, by);
	return {};
};

/** Brings back what an operation deleted, where nobody has brought it back since. */
const bringBack = async (
	trx: Trx,
	stores: ContentStores,
	{ deletion, name }: OperationItemRow,
	by: AuditContext,
): Promise<Done> => {
	try {
		await restoreDeletion(trx, stores, deletion ?? '', by);
	} catch (error) {
		if (error instanceof AppError && error.code === 'not_found')
			throw new AppError('changed', `“${name}” was restored, or deleted for good, since.`);
		throw error;
	}
	return {};
};

const deleteIt = async ({ trx, store, row, by }: Step): Promise<Done> => ({
	deletion: await store(trx).remove(placeOfRow(store.resource.key, row), by),
});

/** Puts it under the parent that was asked for. */
const moveIt = async ({ trx, stores, operation, row, to, by }: Step): Promise<Done> => {
	const { version, left } = await moveItem(trx, stores, operation.kind, row, to, by);
	return { before: JSON.stringify({ left }), version };
};

/** Who does what an operation does, as they were when they asked for it. */
export const contextOf = ({ id, ...asked }: OperationRow): AuditContext => ({
	actor: {
		...actorOf(asked.actor, asked.actor_name),
		...(asked.actor_role !== null && { role: asked.actor_role }),
	},
	requestId: asked.request_id,
	address: asked.address,
	operation: id,
});

const ways: Readonly<
	Record<Exclude<OperationRow['action'], 'create'>, (step: Step) => Promise<Done>>
> = {
	publish: switchIt,
	unpublish: switchIt,
	free: switchIt,
	premium: switchIt,
	delete: deleteIt,
	move: moveIt,
	undo: takeBack,
};

/** Where an item goes, held before the item is. */
const targetOf = async (
	trx: Trx,
	store: ContentStore,
	{ action, target }: OperationRow,
	{ before }: OperationItemRow,
) => {
	if (action === 'move') return holdTarget(trx, store, JSON.parse(target ?? '{}'));
	const { left }: Before = JSON.parse(before ?? '{}');
	return left ? holdTarget(trx, store, left.place, left) : undefined;
};

/** Does what an operation is about to one of its items, in the transaction that writes down that it is done. */
export const perform = async (
	trx: Trx,
	{ stores, checks }: { stores: ContentStores; checks: Checks },
	operation: OperationRow,
	item: OperationItemRow,
): Promise<Done> => {
	const store = stores[operation.kind];
	const by = contextOf(operation);
	// What was deleted is no item now.
	if (item.deletion !== null) return bringBack(trx, stores, item, by);
	if (operation.action === 'create') return createIt(trx, store, item, by);
	const to = await targetOf(trx, store, operation, item);
	const row = await lockAnywhere(trx, operation.kind, item.item_id);
	const step = { trx, stores, checks, store, operation, item, row, to, by };
	return { ...(await ways[operation.action](step)), name: row.name ?? null };
};
