import { type BulkAction, findSwitch } from '#shared/contract/content/bulk.ts';
import { getColumn } from '#shared/contract/content/resource.ts';
import type { ResourceKey } from '#shared/contract/content/resources.ts';
import type { AuditContext } from '../../platform/audit-context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { countRowsWith } from '../resources/impact.ts';
import { type Left, lockTarget, moveItem, type Target } from '../resources/move.ts';
import { restoreDeletion } from '../resources/restore.ts';
import { type Ids, lockAnywhere, lockIfThere, type Row } from '../resources/rows.ts';
import type { ContentStore, ContentStores } from '../resources/store.ts';
import { listParentKinds, readPlace, tables } from '../resources/tables.ts';
import {
	type OperationRow as AnyOperationRow,
	type NewItem,
	type OperationItemRow,
	readOperationTarget,
} from './begin.ts';

type Done = Partial<
	Pick<OperationItemRow, 'item_id' | 'name' | 'before' | 'version' | 'deletion' | 'code' | 'error'>
>;

/** An operation on content. */
type OperationRow = AnyOperationRow & { kind: ResourceKey };

/** Runs an action on an item that is no content, in the transaction that marks the row as done. */
export type PerformOther = (
	trx: Trx,
	operation: AnyOperationRow,
	item: OperationItemRow,
	context: AuditContext,
) => Promise<Done>;

/** The previous state of an item: changed fields, previous place, or that it did not exist. */
interface Before {
	created?: true;
	parent?: NewItem['parent'];
	fields?: Record<string, unknown>;
	left?: Left | null;
}

const create = async (
	trx: Trx,
	store: ContentStore,
	{ before }: OperationItemRow,
	context: AuditContext,
): Promise<Done> => {
	const { place, fields, parent }: NewItem = JSON.parse(before ?? '{}');
	const { id, version } = await store(trx).create(place, fields, context);
	const made: Before = { created: true, parent };
	return { item_id: id, before: JSON.stringify(made), version };
};

const removeEmptyParent = async (
	trx: Trx,
	stores: ContentStores,
	kind: ResourceKey,
	{ id, version }: NonNullable<NewItem['parent']>,
	context: AuditContext,
) => {
	const key = listParentKinds(kind).at(-1);
	const row = key && (await lockIfThere(trx, key, id));
	if (!row || row.version !== version) return;
	if ((await countRowsWith(trx, tables[kind].table, { [tables[key].column]: id })) > 0) return;
	await stores[key](trx).remove(readPlace(key, row), context);
};

const restore = async (
	trx: Trx,
	stores: ContentStores,
	{ deletion, name }: OperationItemRow,
	context: AuditContext,
): Promise<Done> => {
	try {
		const { lost } = await restoreDeletion(trx, stores, deletion ?? '', context, { inPlace: true });
		return { error: lost.length > 0 ? lost.map(({ text }) => text).join(' ') : null };
	} catch (error) {
		if (error instanceof AppError && error.code === 'not_found')
			throw new AppError('changed', `“${name}” was restored or deleted permanently.`);
		throw error;
	}
};

interface Step {
	trx: Trx;
	stores: ContentStores;
	operation: OperationRow;
	item: OperationItemRow;
	context: AuditContext;
	row: Row;
	place: Ids;
	target: Target | undefined;
	before: Before;
}

const switchFlag = async ({ trx, stores, operation, context, row, place }: Step): Promise<Done> => {
	const { kind, action } = operation;
	const store = stores[kind];
	const patch: Record<string, unknown> = { ...findSwitch(store.resource, action as BulkAction) };
	if (action === 'publish')
		patch.visible_from = readOperationTarget(operation).visible_from ?? null;
	const { version } = await store(trx).update(place, patch, context);
	const fields = Object.fromEntries(
		Object.keys(patch).map((field) => [field, row[getColumn(store.resource, field)]]),
	);
	return {
		before: JSON.stringify(version === row.version ? {} : { fields }),
		version,
		...(action === 'publish' &&
			row.url === null && { code: 'no_file', error: `“${row.name}” has no file.` }),
	};
};

const undo = async (step: Step): Promise<Done> => {
	const { trx, stores, operation, item, context, row, place, target, before } = step;
	const { kind } = operation;
	const store = stores[kind](trx);
	if (row.version !== item.version)
		throw new AppError('changed', `Someone else changed “${row.name}”.`);
	if (before.left) await moveItem(trx, stores, kind, row, target, context, before.left);
	else if (!before.created) await store.update(place, before.fields ?? {}, context);
	else {
		await store.remove(place, context);
		if (before.parent) await removeEmptyParent(trx, stores, kind, before.parent, context);
	}
	return {};
};

const lockMoveTarget = async (
	trx: Trx,
	store: ContentStore,
	{ action, target }: OperationRow,
	{ left }: Before,
) => {
	if (action === 'move') return lockTarget(trx, store, JSON.parse(target ?? '{}'));
	return left ? lockTarget(trx, store, left.place, left) : undefined;
};

/** Runs an operation's action on one of its items, in the transaction that marks the row as done. */
export const perform = async (
	trx: Trx,
	stores: ContentStores,
	operation: OperationRow,
	item: OperationItemRow,
	context: AuditContext,
): Promise<Done> => {
	const { kind, action } = operation;
	const store = stores[kind];
	if (item.deletion !== null) return restore(trx, stores, item, context);
	if (action === 'create') return create(trx, store, item, context);
	const before: Before = JSON.parse(item.before ?? '{}');
	const target = await lockMoveTarget(trx, store, operation, before);
	const row = await lockAnywhere(trx, kind, item.item_id);
	const place = readPlace(kind, row);
	const step = { trx, stores, operation, item, context, row, place, target, before };
	const run = async (): Promise<Done> => {
		if (action === 'delete') return { deletion: await store(trx).remove(place, context) };
		if (action === 'undo') return undo(step);
		if (action !== 'move') return switchFlag(step);
		const { version, left } = await moveItem(trx, stores, kind, row, target, context);
		return { before: JSON.stringify({ left }), version };
	};
	return { ...(await run()), name: row.name ?? null };
};
