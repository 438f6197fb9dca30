import { type AnyResource, getColumn, type ItemOf } from '#shared/contract/content/resource.ts';
import { type ResourceKey, resources } from '#shared/contract/content/resources.ts';
import type { ItemRef } from '../../platform/audit/audit-log.ts';
import type { Db } from '../../platform/db/database.ts';
import { isId, lockName, lockRows } from '../../platform/db/engine.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { listParentColumns, listParents, selectNames, toItemRef } from './content-audit.ts';
import type { TableSpec } from './store.ts';
import {
	isList,
	listParentKinds,
	parseList,
	tables,
	toItemColumns,
	toPlaceColumns,
	type Untyped,
	untyped,
} from './tables.ts';

/** A row of any kind of content. */
export type Row = Record<string, unknown> & { id: string; name?: string; version: number };
/** Ids by the parameter names of an address, or by column. */
export type Ids = Record<string, string>;

/** Returns whether all values are well-formed ids; others must not reach the database. */
export const hasOnlyIds = (columns: Record<string, unknown>) => Object.values(columns).every(isId);

/** Narrows a query to the rows of a table with these values. */
export const whereColumns = (
	query: { where: unknown },
	table: string,
	columns: Record<string, unknown>,
) =>
	Object.entries(columns).reduce(
		(narrowed: Untyped, [column, value]) => narrowed.where(`${table}.${column}`, '=', value),
		query,
	);

type Lock = 'change' | 'keep';

const lockWhere = async (
	db: Db,
	key: ResourceKey,
	columns: Ids,
	reason: Lock,
): Promise<Row | undefined> => {
	const { table } = tables[key];
	if (!hasOnlyIds(columns)) return undefined;
	const rows = untyped(db).selectFrom(table).selectAll(table);
	const query = whereColumns(rows.select(selectNames(key, listParentColumns(key))), table, columns);
	return lockRows(db, query, reason).executeTakeFirst();
};

const requireRow = (key: ResourceKey, row: Row | undefined) => {
	if (!row) throw notFound(resources[key].label);
	return row;
};

/** Returns the row of an item with the names of its parents, locked for a change unless `reason` differs. */
export const lockItem = async (db: Db, key: ResourceKey, place: Ids, reason: Lock = 'change') =>
	requireRow(key, await lockWhere(db, key, toItemColumns(key, place), reason));

/** Locks an item by its id alone; undefined if it does not exist. */
export const lockIfThere = (db: Db, key: ResourceKey, id: string) =>
	lockWhere(db, key, { id }, 'change');

/** Locks an item by its id alone; rejects with `not_found` if it does not exist. */
export const lockAnywhere = async (db: Db, key: ResourceKey, id: string) =>
	requireRow(key, await lockIfThere(db, key, id));

type References = Readonly<Record<string, ResourceKey>>;
type LockedReferences = readonly (readonly [column: string, row: Row | undefined])[];

/**
 * Locks the rows that a row refers to. All code locks kinds in the order of `resources`, and rows by id, to avoid
 * deadlocks.
 */
export const lockReferences = async (
	db: Db,
	references: References,
	row: Record<string, unknown> = {},
): Promise<LockedReferences> => {
	const locked: [column: string, row: Row | undefined][] = [];
	for (const [column, of] of Object.entries(references)) {
		const id = row[column];
		if (typeof id === 'string') locked.push([column, await lockIfThere(db, of, id)]);
	}
	return locked;
};

/** Throws `invalid` if a reference points to a row under other parents than `place`. */
export const requireSameParents = (
	references: References,
	locked: LockedReferences,
	place: Ids,
) => {
	for (const [column, row] of locked) {
		const of = references[column] as ResourceKey;
		const columns = Object.entries(toPlaceColumns(of, place));
		const parent = resources[listParentKinds(of).at(-1) as ResourceKey].label.toLowerCase();
		if (!row || columns.some(([name, id]) => row[name] !== id))
			throw invalid(column, `${resources[of].label} must be one of the ${parent}`);
	}
};

/**
 * Locks an item; resolves to its parents and itself, outermost first. Rejects with `not_found` if it does not exist.
 */
export const lockWithParents = async (db: Db, key: ResourceKey, place: Ids): Promise<ItemRef[]> => {
	const row = await lockItem(db, key, place);
	return [...listParents(key, row), toItemRef(key, row)];
};

/** Locks a list by its parent, or by its kind if it has no parent, so that only one transaction numbers its rows. */
export const lockList = async (db: Db, key: ResourceKey, place: Ids): Promise<ItemRef[]> => {
	const parent = listParentKinds(key).at(-1);
	if (parent) return lockWithParents(db, parent, place);
	await lockName(db, `list:${key}`);
	return [];
};

/** Returns a function that converts a row to an item: each field from its column, except those computed by `extra`. */
export const makeRowConverter = <R extends AnyResource>(
	fields: string[],
	resource: R,
	{ extra }: TableSpec<R>,
) => {
	const pairs = fields.map((field) => [field, getColumn(resource, field)] as const);
	const lists = pairs.filter(([field]) => isList(resource, field));
	return (row: Untyped) => {
		const item: Record<string, unknown> = {};
		for (const [field, column] of pairs) item[field] = row[column];
		for (const [field, column] of lists) item[field] = parseList(row[column]);
		return (extra ? Object.assign(item, extra.fields(row)) : item) as ItemOf<R>;
	};
};
