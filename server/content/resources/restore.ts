import {
	type ResourceKey,
	type ResourceWord,
	resources,
} from '#shared/contract/content/resources.ts';
import type { lostValue } from '#shared/contract/content/trash.ts';
import type { z } from '#shared/zod.ts';
import type { ItemRef } from '../../platform/audit/audit-log.ts';
import type { AuditContext } from '../../platform/audit-context.ts';
import type { Db } from '../../platform/db/database.ts';
import { isId, lockName, lockRows } from '../../platform/db/engine.ts';
import { runInChunks } from '../../platform/db/in-chunks.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { recordContent } from './content-audit.ts';
import { refuseRestoring } from './editors-only.ts';
import { lockReferenced, relink } from './links.ts';
import { buildTarget, type Target } from './move.ts';
import { makeRoom } from './ordering.ts';
import { lockIfThere, lockList, lockReferences, type Row } from './rows.ts';
import { searchColumns } from './search.ts';
import type { ContentStore, ContentStores, Link } from './store.ts';
import {
	findKeyBySlug,
	hasName,
	listParentKinds,
	tables,
	toPlaceColumns,
	untyped,
} from './tables.ts';
import type { DeletionRow } from './trash.ts';

/** Most texts about lost values in the audit trail. */
const NAMED = 20;

/** Locks a deletion by its id; rejects with `not_found` if it is already restored or permanently deleted. */
export const lockDeletion = async (trx: Db, id: string): Promise<DeletionRow> => {
	const query = trx.selectFrom('deletions').selectAll().where('id', '=', id);
	const found = isId(id) && (await lockRows(trx, query, 'change').executeTakeFirst());
	if (!found) throw notFound('Deletion');
	return found;
};

/**
 * Makes the error for an item whose parent is in the trash or permanently deleted; `data.deletion` is the parent's
 * deletion, or null.
 */
const describeMissingParent = async (trx: Db, parent: ResourceKey, { id, name }: ItemRef) => {
	const trashed = await trx
		.selectFrom('trash_rows')
		.select('deletion_id')
		.where('item_id', '=', id)
		.orderBy('deletion_id', 'desc')
		.executeTakeFirst();
	const its = `Its ${resources[parent].label.toLowerCase()}${name === null ? '' : ` “${name}”`}`;
	const why = trashed ? 'is in the trash too. Restore that first.' : 'is permanently deleted.';
	return new AppError('parent_gone', `${its} ${why}`, {
		data: { deletion: trashed?.deletion_id ?? null },
	});
};

const findTarget = async (trx: Db, key: ResourceKey, { parents }: DeletionRow): Promise<Target> => {
	const parent = listParentKinds(key).at(-1);
	const known = (JSON.parse(parents) as ItemRef[]).at(-1);
	if (!parent || !known) {
		await lockList(trx, key, {});
		return { place: {}, parents: [] };
	}
	const row = await lockIfThere(trx, parent, known.id);
	if (!row) throw await describeMissingParent(trx, parent, known);
	return buildTarget(parent, row);
};

const removeLostLinks = async (
	trx: Db,
	{ resource: { key }, references }: ContentStore,
	rows: readonly Row[],
	lost: Link[],
) => {
	let linked = [...rows];
	for (const [column, of] of Object.entries(references)) {
		const missing = new Set<string>();
		const values = new Set(linked.flatMap((row) => (row[column] as string | null) ?? []));
		for (const value of [...values].toSorted())
			if (!(await lockReferenced(trx, of, value, linked[0] as Row))) missing.add(value);
		const updated_at = new Date().toISOString();
		linked = linked.map((row) => {
			const value = row[column] as string;
			if (!missing.has(value)) return row;
			lost.push({ key, id: row.id, column, value });
			return { ...row, [column]: null, version: row.version + 1, updated_at };
		});
	}
	return linked;
};

/** Something of a restored item that could not be restored. */
export type LostValue = z.infer<typeof lostValue>;

/** Removes the external id of a restored row if another item has it now, and returns what is lost. */
const dropTakenId = async (trx: Db, key: ResourceKey, row: Row): Promise<LostValue[]> => {
	if (typeof row.external_id !== 'string') return [];
	await lockName(trx, `external:${key}:${row.external_id}`);
	const taken = await untyped(trx)
		.selectFrom(tables[key].table)
		.select('id')
		.where('external_id', '=', row.external_id)
		.executeTakeFirst();
	if (!taken) return [];
	const label = resources[key].label.toLowerCase();
	const text = `Another ${label} now has the external ID “${row.external_id}” of “${row.name}”.`;
	row.external_id = null;
	return [{ id: row.id, field: 'external_id', text }];
};

/** Lists links of restored rows that lead nowhere, after the others were set again. */
const listLostLinks = async (trx: Db, stores: ContentStores, links: readonly Link[]) => {
	const lost: LostValue[] = [];
	for (const { key, id, column } of links) {
		const { table } = tables[key];
		const query = untyped(trx).selectFrom(table).select(['name', column]).where('id', '=', id);
		const row = await query.executeTakeFirst();
		if (!row || row[column] !== null) continue;
		const label = resources[stores[key].references[column] as ResourceKey].label;
		lost.push({
			id,
			field: column,
			text: `The ${label.toLowerCase()} of “${row.name}” was deleted.`,
		});
	}
	return lost;
};

export interface RestoredItem {
	kind: ResourceWord;
	id: string;
	name: string | null;
	path: ItemRef[];
	lost: LostValue[];
}

/**
 * Restores a deletion under its parent, last or at its old place (`inPlace`). Rejects with `not_found` or
 * `parent_gone`.
 */
export const restoreDeletion = async (
	trx: Db,
	stores: ContentStores,
	id: string,
	context: AuditContext,
	{ inPlace = false } = {},
): Promise<RestoredItem> => {
	const deletion = await lockDeletion(trx, id);
	const key = findKeyBySlug(deletion.kind);
	const store = stores[key];
	const trashed = await trx
		.selectFrom('trash_rows')
		.select(['kind', 'item'])
		.where('deletion_id', '=', id)
		.orderBy('n')
		.execute();
	await lockReferences(trx, store.references, JSON.parse(trashed[0]?.item ?? '{}'));
	const { place, parents } = await findTarget(trx, key, deletion);
	const columns = toPlaceColumns(key, place);
	const rows = trashed.map(({ kind, item }) => {
		const row: Row = { ...JSON.parse(item), ...columns };
		const key = findKeyBySlug(kind);
		// Search columns are computed again, since an older release may have stored them.
		return { key, row: hasName(key) ? { ...row, ...searchColumns(row) } : row };
	});
	refuseRestoring(
		context,
		rows.map(({ row }) => row),
	);
	const taken: LostValue[] = [];
	for (const { key, row } of rows) taken.push(...(await dropTakenId(trx, key, row)));
	const root = rows[0]?.row as Row;
	root.version++;
	root.updated_at = new Date().toISOString();
	if (store.resource.ordered && inPlace)
		await makeRoom(trx, key, place, root.order_num as number, deletion.at);
	else if (store.resource.ordered) root.order_num = await store(trx).nextOrder(place);
	const lost: Link[] = [];
	// Inserts parents first.
	for (const [kind, items] of Map.groupBy(rows, (each) => each.key))
		await runInChunks(items, async (chunk) => {
			const whole = await removeLostLinks(
				trx,
				stores[kind],
				chunk.map(({ row }) => row),
				lost,
			);
			await untyped(trx).insertInto(tables[kind].table).values(whole).execute();
		});
	await trx.deleteFrom('deletions').where('id', '=', id).execute();
	const cause = `${resources[key].auditKind}_restored`;
	await relink(trx, stores, [...lost, ...JSON.parse(deletion.detached)], { context, cause });
	const lostValues = [...taken, ...(await listLostLinks(trx, stores, lost))];
	await recordContent(trx, key, store.references, {
		context,
		action: 'restore',
		item: root,
		parents,
		counts: JSON.parse(deletion.counts),
		moreDetails: {
			deletion: id,
			...(lostValues.length > 0 && {
				lost: lostValues
					.slice(0, NAMED)
					.map(({ text }) => text)
					.join(' '),
			}),
		},
	});
	return {
		kind: resources[key].slug,
		id: root.id,
		name: root.name ?? null,
		path: [...parents],
		lost: lostValues,
	};
};
