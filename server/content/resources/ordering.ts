import { sql } from 'kysely';
import type { OrderRequest } from '#shared/contract/content/ordering.ts';
import type { ResourceKey } from '#shared/contract/content/resources.ts';
import { type ItemRef, recordAudit } from '../../platform/audit/audit-log.ts';
import type { AuditContext } from '../../platform/audit-context.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { lockRows } from '../../platform/db/engine.ts';
import { invalid } from '../../platform/errors.ts';
import { computeTag } from '../../platform/http/etag.ts';
import { toItemRef } from './content-audit.ts';
import { refusePublished } from './editors-only.ts';
import { hasOnlyIds, type Ids, lockList, whereColumns } from './rows.ts';
import { hasColumn, tables, toPlaceColumns, type Untyped, untyped } from './tables.ts';

const NAMED = 200;

interface Ranked {
	[column: string]: unknown;
	id: string;
	name: string;
	order_num: number;
	version: number;
}

/** Returns the `ETag` of a list, which changes with any row in it. */
export const listTag = (rows: readonly { id: string; version: number }[]) =>
	computeTag(rows.map(({ id, version }) => [id, version]));

const lockListRows = async (db: Db, key: ResourceKey, place: Ids): Promise<Ranked[]> => {
	const { table } = tables[key];
	const columns = toPlaceColumns(key, place);
	if (!hasOnlyIds(columns)) return [];
	const from = () => whereColumns(untyped(db).selectFrom(table), table, columns);
	// Locked in order of ids to avoid deadlocks. Read in a second query: the first one, after a wait for a lock, returns
	// new values in the old order.
	await lockRows(db, from().select('id').orderBy('id'), 'change').execute();
	return from()
		.select(['id', 'name', 'order_num', 'version'])
		.select(hasColumn(key, 'published') ? ['published'] : [])
		.orderBy('order_num')
		.orderBy('name_key')
		.orderBy('id')
		.execute();
};

const validateOrder = (rows: ReadonlyMap<string, unknown>, { ids, before }: OrderRequest) => {
	if (new Set(ids).size < ids.length) throw invalid('ids', 'Ids must not repeat a row');
	if (!ids.every((id) => rows.has(id))) throw invalid('ids', 'Ids must be of rows in this list');
	if (before === null) return;
	if (ids.includes(before)) throw invalid('before', 'Before must not be one of the ids');
	if (!rows.has(before)) throw invalid('before', 'Before must be the id of a row in this list');
};

const rearrange = (rows: readonly Ranked[], { ids, before }: OrderRequest) => {
	const byId = new Map(rows.map((row) => [row.id, row]));
	validateOrder(byId, { ids, before });
	const movedIds = new Set(ids);
	const rest = rows.filter(({ id }) => !movedIds.has(id));
	const cut = before === null ? rest.length : rest.findIndex(({ id }) => id === before);
	const moved = ids.flatMap((id) => byId.get(id) ?? []);
	return { moved, ordered: [...rest.slice(0, cut), ...moved, ...rest.slice(cut)] };
};

/** Sets the order numbers of rows in one statement, whatever their number; both engines parse the same JSON. */
const renumber = async (
	db: Db,
	key: ResourceKey,
	numbers: readonly (readonly [id: string, order: number])[],
	updatedAt?: string,
) => {
	if (numbers.length === 0) return;
	const { table } = tables[key];
	const touched = updatedAt === undefined ? sql`` : sql`, updated_at = ${updatedAt}`;
	await sql`update ${sql.table(table)} set order_num = numbered.place, version = version + 1${touched}
		from (select key as id, cast(cast(value as text) as integer) as place
			from json_each(${JSON.stringify(Object.fromEntries(numbers))})) as numbered
		where ${sql.ref(`${table}.id`)} = numbered.id`.execute(db);
};

const reorderEntry = (
	key: ResourceKey,
	parents: readonly ItemRef[],
	moved: readonly Ranked[],
	[before, after]: readonly [readonly Ranked[], readonly Ranked[]],
) => {
	const placesOf = (rows: readonly Ranked[]) =>
		new Map(rows.map(({ id }, place) => [id, place + 1]));
	const [from, to] = [placesOf(before), placesOf(after)];
	const [only] = moved;
	const { kind, id, name } = toItemRef(key, only as Ranked);
	return {
		action: 'reorder' as const,
		item:
			moved.length === 1 ? { kind, id, name, parents } : { kind, id: null, name: null, parents },
		details: {
			moved: moved
				.slice(0, NAMED)
				.map((row) => ({ id: row.id, name: row.name, from: from.get(row.id), to: to.get(row.id) })),
			moved_in_all: moved.length,
			places: after.length,
		},
	};
};

/**
 * Moves rows within a list and numbers the list from 1. Rejects with `invalid` or `not_found`. Resolves to the list and
 * its tag (decision 0084).
 */
export const reorderRows = async (
	trx: Trx,
	key: ResourceKey,
	place: Ids,
	request: OrderRequest,
	context: AuditContext,
) => {
	const parents = await lockList(trx, key, place);
	const before = await lockListRows(trx, key, place);
	const { moved, ordered } = rearrange(before, request);
	await refusePublished(trx, context, key, moved);
	const numbers = ordered.flatMap(({ id, order_num }, index) =>
		order_num === index + 1 ? [] : [[id, index + 1] as const],
	);
	const movedIds = new Set(request.ids);
	const isMoved = ([id]: readonly [string, number]) => movedIds.has(id);
	await renumber(trx, key, numbers.filter(isMoved), new Date().toISOString());
	await renumber(
		trx,
		key,
		numbers.filter((number) => !isMoved(number)),
	);
	if (numbers.length > 0)
		recordAudit(trx, context, reorderEntry(key, parents, moved, [before, ordered]));
	const changed = new Map(numbers);
	return {
		rows: ordered.map(({ id }, index) => ({ id, order_num: index + 1 })),
		tag: listTag(
			ordered.map(({ id, version }) => ({ id, version: changed.has(id) ? version + 1 : version })),
		),
	};
};

/**
 * If a row that was created after `since` has this order number, moves all such rows from this number on down by one.
 */
export const makeRoom = async (
	trx: Db,
	key: ResourceKey,
	place: Ids,
	order: number,
	since: string,
) => {
	const { table } = tables[key];
	const newer = (query: { where: unknown }) =>
		whereColumns(query, table, toPlaceColumns(key, place)).where('created_at', '>', since);
	const rows = newer(untyped(trx).selectFrom(table).select('id'));
	if (!(await rows.where('order_num', '=', order).limit(1).executeTakeFirst())) return;
	await newer(untyped(trx).updateTable(table))
		.set(({ eb }: Untyped) => ({
			order_num: eb('order_num', '+', 1),
			version: eb('version', '+', 1),
		}))
		.where('order_num', '>=', order)
		.execute();
};
