import { type ResourceKey, resources } from '#shared/contract/content/resources.ts';
import { type ItemRef, recordAudit } from '../../platform/audit/audit-log.ts';
import type { AuditContext } from '../../platform/audit-context.ts';
import type { Db } from '../../platform/db/database.ts';
import { listIds, lockRows } from '../../platform/db/engine.ts';
import { runInChunks } from '../../platform/db/in-chunks.ts';
import { listParentColumns, listParents, selectNames, toItemRef } from './content-audit.ts';
import { refusePublished } from './editors-only.ts';
import { lockIfThere, type Row, whereColumns } from './rows.ts';
import type { ContentStore, ContentStores, Link } from './store.ts';
import { listParentKinds, tables, type Untyped, untyped } from './tables.ts';

const selectNamedRows = (db: Db, key: ResourceKey): Untyped => {
	const { table } = tables[key];
	return untyped(db)
		.selectFrom(table)
		.selectAll(table)
		.select(selectNames(key, listParentColumns(key)))
		.orderBy(`${table}.id`);
};

interface Reason {
	context: AuditContext;
	cause: string;
}

const setReference = async (
	trx: Db,
	key: ResourceKey,
	column: string,
	changes: readonly { row: Row; before: ItemRef | null; after: ItemRef | null }[],
	{ context, cause }: Reason,
) => {
	await refusePublished(
		trx,
		context,
		key,
		changes.map(({ row }) => row),
	);
	const updated_at = new Date().toISOString();
	const set = (value: string | null) => (chunk: readonly { row: Row }[]) =>
		untyped(trx)
			.updateTable(tables[key].table)
			.set(({ eb }: Untyped) => ({ [column]: value, version: eb('version', '+', 1), updated_at }))
			.where('id', 'in', listIds(chunk.map(({ row }) => row)))
			.execute();
	await runInChunks(changes, set(changes[0]?.after?.id ?? null));
	const named = (ref: ItemRef | null) => ({ [column]: ref && { id: ref.id, name: ref.name } });
	for (const { row, before, after } of changes)
		recordAudit(trx, context, {
			action: 'update',
			item: { ...toItemRef(key, row), parents: listParents(key, row) },
			before: named(before),
			after: named(after),
			details: { cause },
		});
};

/** Sets a reference column of the rows with these values to null; resolves to the previous links. */
export const unlink = async (
	trx: Db,
	{ resource: { key }, references }: ContentStore,
	column: string,
	where: Record<string, string>,
	reason: Reason,
): Promise<Link[]> => {
	const of = references[column] as ResourceKey;
	const linked = whereColumns(selectNamedRows(trx, key), tables[key].table, where)
		.select(selectNames(key, [[column, of]]))
		.where(column, 'is not', null);
	const rows: Row[] = await lockRows(trx, linked, 'change').execute();
	const refOfTarget = (row: Row) =>
		toItemRef(of, {
			id: row[column] as string,
			name: row[`${resources[of].auditKind}_name`] as string | null,
		});
	const changes = rows.map((row) => ({ row, before: refOfTarget(row), after: null }));
	await setReference(trx, key, column, changes, reason);
	return rows.map(({ id, [column]: value }) => ({ key, id, column, value: value as string }));
};

/** Returns whether a row has the same parents as another, as far as its kind has them. */
const hasSameParents = (of: ResourceKey, there: Row, row: Row) =>
	listParentKinds(of).every((each) => there[tables[each].column] === row[tables[each].column]);

/** Locks the referenced row; undefined if it does not exist or has other parents than the referring row. */
export const lockReferenced = async (trx: Db, of: ResourceKey, id: string, row: Row) => {
	const there = await lockIfThere(trx, of, id);
	return there && hasSameParents(of, there, row) ? there : undefined;
};

/** Restores links whose column is still null and whose ends both exist under the same parents. */
export const relink = async (
	trx: Db,
	stores: ContentStores,
	links: readonly Link[],
	reason: Reason,
): Promise<void> => {
	const absent: Link[] = [];
	const groups = Map.groupBy(links, ({ key, column, value }) => `${key} ${column} ${value}`);
	for (const group of groups.values()) {
		const { key, column, value } = group[0] as Link;
		const parentKey = stores[key].references[column] as ResourceKey;
		const target = await lockIfThere(trx, parentKey, value);
		if (!target) absent.push(...group);
		else
			await runInChunks(group, async (chunk) => {
				const query = selectNamedRows(trx, key).where(
					`${tables[key].table}.id`,
					'in',
					listIds(chunk),
				);
				const rows: Row[] = await lockRows(trx, query, 'change').execute();
				const there = new Set(listIds(rows));
				absent.push(...chunk.filter(({ id }) => !there.has(id)));
				const changes = rows
					.filter((row) => row[column] === null && hasSameParents(parentKey, target, row))
					.map((row) => ({ row, before: null, after: toItemRef(parentKey, target) }));
				await setReference(trx, key, column, changes, reason);
			});
	}
	await leaveToTrash(trx, stores, absent, reason);
};

/** Stores links in the deletions that contain one of their ends. Drops links to permanently deleted items. */
const leaveToTrash = async (
	trx: Db,
	stores: ContentStores,
	links: readonly Link[],
	reason: Reason,
) => {
	const holders = new Map<string, string>();
	await runInChunks([...new Set(links.flatMap(({ id, value }) => [id, value]))], async (ids) => {
		const trashed = trx.selectFrom('trash_rows').select(['item_id', 'deletion_id']);
		for (const { item_id, deletion_id } of await trashed.where('item_id', 'in', ids).execute())
			holders.set(item_id, deletion_id);
	});
	const byHolder = Map.groupBy(
		links,
		({ id, value }) => holders.get(value) ?? holders.get(id) ?? '',
	);
	byHolder.delete('');
	for (const [holder, left] of byHolder) {
		const query = trx.selectFrom('deletions').selectAll().where('id', '=', holder);
		const deletion = await lockRows(trx, query, 'change').executeTakeFirst();
		// If the deletion was restored while this transaction waited for the lock, both ends may exist now.
		if (!deletion) await relink(trx, stores, left, reason);
		else
			await trx
				.updateTable('deletions')
				.set({ detached: JSON.stringify([...JSON.parse(deletion.detached), ...left]) })
				.where('id', '=', holder)
				.execute();
	}
};
