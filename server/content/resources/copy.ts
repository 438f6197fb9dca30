import { randomUUIDv7 } from 'node:crypto';
import { type CopyRequest, deriveCopy } from '#shared/contract/content/copies.ts';
import { type AnyResource, getColumn } from '#shared/contract/content/resource.ts';
import { type ResourceKey, resources } from '#shared/contract/content/resources.ts';
import { splitIntoPortions } from '#shared/portions.ts';
import type { AuditContext } from '../../platform/audit-context.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { lockRows } from '../../platform/db/engine.ts';
import { toItemRef } from './content-audit.ts';
import { type Ids, lockItem, lockList, lockReferences, type Row } from './rows.ts';
import type { ContentStore, ContentStores } from './store.ts';
import { listDescendantKinds, listParentKinds, tables, toPlaceColumns, untyped } from './tables.ts';

/** Locks these links against deletion until the transaction ends; resolves to the own links whose file exists. */
export type KeepLinks = (trx: Trx, links: readonly string[]) => Promise<ReadonlySet<string>>;

type NewIds = Map<ResourceKey, Map<string, string>>;

const buildInput = (
	resource: AnyResource,
	item: Record<string, unknown>,
	others: Record<string, unknown>,
) =>
	Object.fromEntries(
		Object.keys(resource.update.shape).map((field) => {
			const column = getColumn(resource, field);
			return [field, column in others ? others[column] : item[field]];
		}),
	);

/** Reads all rows under an item, children before parents, so that a parent deleted in between leaves no orphans. */
const readUnder = async (db: Db, key: ResourceKey, columns: Record<string, string>) => {
	const rowsByKind = new Map<ResourceKey, Row[]>();
	const rowsOf = (child: ResourceKey): Promise<Row[]> => {
		let query = untyped(db).selectFrom(tables[child].table).selectAll();
		for (const [column, id] of Object.entries(columns)) query = query.where(column, '=', id);
		return query.orderBy('id').execute();
	};
	for (const child of listDescendantKinds(key).toReversed())
		rowsByKind.set(child, await rowsOf(child));
	return rowsByKind;
};

const withNewIds = (key: ResourceKey, under: ReadonlyMap<ResourceKey, Row[]>, newIds: NewIds) => {
	const rows = new Map<ResourceKey, Row[]>();
	for (const child of listDescendantKinds(key)) {
		const parents = listParentKinds(child).flatMap((each) => {
			const ids = newIds.get(each);
			return ids ? [{ ids, column: tables[each].column }] : [];
		});
		const rowsWithParents = (under.get(child) ?? []).filter((row) =>
			parents.every(({ ids, column }) => ids.has(row[column] as string)),
		);
		rows.set(child, rowsWithParents);
		newIds.set(child, new Map(rowsWithParents.map(({ id }) => [id, randomUUIDv7()])));
	}
	return rows;
};

const lockReferencedIds = async (
	trx: Trx,
	rows: readonly Row[],
	column: string,
	key: ResourceKey,
) => {
	const ids = [...new Set(rows.flatMap((row) => (row[column] as string | null) ?? []))].toSorted();
	const locked = new Map<string, string>();
	for (const some of splitIntoPortions(ids)) {
		let query = untyped(trx)
			.selectFrom(tables[key].table)
			.select('id')
			.where('id', 'in', some)
			.orderBy('id');
		for (const { column: parent } of listParentKinds(key).map((each) => tables[each]))
			query = query.where(parent, '=', rows[0]?.[parent]);
		for (const { id } of await lockRows(trx, query, 'change').execute()) locked.set(id, id);
	}
	return locked;
};

type References = readonly (readonly [column: string, ids: ReadonlyMap<string, string>])[];

const mapReferences = async (
	trx: Trx,
	{ resource, references }: ContentStore,
	rows: readonly Row[],
	newIds: NewIds,
): Promise<References> => {
	const named: [string, ReadonlyMap<string, string>][] = [
		['id', newIds.get(resource.key) ?? new Map()],
	];
	for (const each of listParentKinds(resource.key)) {
		const ids = newIds.get(each);
		if (ids) named.push([tables[each].column, ids]);
	}
	for (const [column, of] of Object.entries(references))
		named.push([column, newIds.get(of) ?? (await lockReferencedIds(trx, rows, column, of))]);
	return named;
};

const buildCopies = (
	rows: readonly Row[],
	references: References,
	linkOf: (url: unknown) => string | null,
) => {
	const now = new Date().toISOString();
	return rows.map(({ version: _, ...row }) => {
		const copy: Record<string, unknown> = {
			...row,
			external_id: null,
			...('visible_from' in row && { visible_from: null }),
			created_at: now,
			updated_at: now,
		};
		for (const [column, ids] of references) copy[column] = ids.get(row[column] as string) ?? null;
		if ('published' in row) copy.published = false;
		if ('url' in row) copy.url = linkOf(row.url);
		return copy;
	});
};

const listLinks = (rows: readonly Row[]) => [
	...new Set(rows.flatMap(({ url }) => (typeof url === 'string' ? url : []))),
];

const insert = async (trx: Trx, key: ResourceKey, rows: readonly object[]) => {
	for (const some of splitIntoPortions(rows))
		await untyped(trx).insertInto(tables[key].table).values(some).execute();
};

const countRows = (rows: ReadonlyMap<ResourceKey, Row[]>) =>
	Object.fromEntries([...rows].map(([key, { length }]) => [resources[key].slug, length]));

/**
 * Copies an item with all rows under it as drafts, last among its siblings. Rejects with `not_found` if it does not
 * exist (decision 0086).
 */
export const copyItem = async (
	trx: Trx,
	stores: ContentStores,
	key: ResourceKey,
	place: Ids,
	request: CopyRequest,
	context: AuditContext,
	keepLinks: KeepLinks,
) => {
	const { resource } = stores[key];
	const store = stores[key](trx);
	await lockReferences(trx, stores[key].references, await store.get(place));
	// Locked before the rows are counted, so that concurrent creates and copies get different orders.
	await lockList(trx, key, place);
	const source = await lockItem(trx, key, place, 'keep');
	const item = await store.get(place);
	const columns = { ...toPlaceColumns(key, place), [tables[key].column]: source.id };
	const newIds: NewIds = new Map([[key, new Map([[source.id, '']])]]);
	const rows = withNewIds(key, await readUnder(trx, key, columns), newIds);

	const { with: way, ...changes } = request;
	const links = listLinks([source, ...[...rows.values()].flat()]);
	const kept = way === 'files' ? await keepLinks(trx, links) : undefined;
	/**
	 * Returns the link to copy. Links to our own files start with `/` and must be in `kept`; others are copied unchecked.
	 */
	const linkOf = (url: unknown) =>
		kept && typeof url === 'string' && (!url.startsWith('/') || kept.has(url)) ? url : null;
	const created = await store.create(
		place,
		{
			...buildInput(resource, item, {
				published: false,
				url: linkOf(source.url),
				external_id: null,
				visible_from: null,
			}),
			...deriveCopy(item, request),
			...changes,
			order_num: await store.nextOrder(place),
		},
		{
			...context,
			auditAs: {
				action: 'copy',
				counts: countRows(rows),
				moreDetails: { copied_from: toItemRef(key, source), with: way },
			},
		},
	);
	newIds.set(key, new Map([[source.id, created.id]]));

	for (const [child, found] of rows) {
		const references = await mapReferences(trx, stores[child], found, newIds);
		await insert(trx, child, buildCopies(found, references, linkOf));
	}
	return store.get({ ...place, [resource.param]: created.id });
};
