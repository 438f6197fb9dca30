import { randomUUIDv7 } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { BulkRequest, Operation, OperationAction } from '#shared/contract/content/bulk.ts';
import { type ResourceKey, resources } from '#shared/contract/content/resources.ts';
import type { Permission } from '#shared/contract/platform/access.ts';
import { searchText } from '#shared/contract/platform/fields.ts';
import { crossLists } from '#shared/contract/platform/lists.ts';
import { formatWhole } from '#shared/grouped.ts';
import { z } from '#shared/zod.ts';
import { answerOnce } from '../../platform/api/idempotency.ts';
import type { AuditEntry } from '../../platform/audit/audit-log.ts';
import { type AuditContext, formatActor } from '../../platform/audit-context.ts';
import type { Database, Db, Trx } from '../../platform/db/database.ts';
import { runInChunks } from '../../platform/db/in-chunks.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import {
	hasIds,
	type ListQuery,
	listSorts,
	makeListing,
	type Query,
	readQuery,
	selectMatchingRows,
} from '../resources/list-page.ts';
import { hasOnlyIds, type Ids, type Row, whereColumns } from '../resources/rows.ts';
import type { ContentStore, ContentStores } from '../resources/store.ts';
import { listParentKinds, readPlace, tables, untyped } from '../resources/tables.ts';

/** The kind of the items of an operation: content, or payments. */
export type OperationKind = ResourceKey | 'transactions';

/** Returns the word of a kind in addresses, and the permission that changes its items. */
export const findKindFacts = (
	kind: OperationKind,
): { slug: Operation['kind']; write: Permission } =>
	kind === 'transactions' ? { slug: kind, write: 'payments:act' } : resources[kind];

/** Returns the permission that an action on items of a kind needs. */
export const findPermission = ({ kind, action }: Pick<Task, 'kind' | 'action'>): Permission =>
	action === 'publish' || action === 'unpublish' ? 'content:publish' : findKindFacts(kind).write;

/** A bulk action, or its undo. */
export interface OperationRow {
	id: string;
	kind: OperationKind;
	action: OperationAction;
	/** JSON: the new parents of a move (`Ids`), else an `OperationTarget`. */
	target: string | null;
	undo_of: string | null;
	actor: string;
	actor_name: string;
	total: number;
	at: string;
}

/** An item of an operation, in request order. */
export interface OperationItemRow {
	operation: string;
	n: number;
	/** Null means the kind of the operation. */
	kind: ResourceKey | null;
	item_id: string;
	name: string | null;
	state: 'pending' | 'done' | 'failed';
	code: string | null;
	error: string | null;
	/** JSON: the data for an undo, such as the previous values of changed fields; the `NewItem` of a pending create. */
	before: string | null;
	version: number | null;
	deletion: string | null;
}

declare module '../../platform/db/schema.ts' {
	interface Schema {
		operations: OperationRow;
		operation_rows: OperationItemRow;
	}
}

/** Facts of an operation that is no move. */
export interface OperationTarget {
	/** With `publish`. */
	reason?: string | undefined;
	visible_from?: string | null | undefined;
	/** The item that was published with the drafts inside. */
	item?: AuditEntry['item'] | undefined;
	/** With `undo`: the action that it undoes. */
	of?: OperationAction;
}

/** Returns the facts of an operation. */
export const readOperationTarget = ({
	action,
	target,
}: Pick<OperationRow, 'action' | 'target'>): OperationTarget =>
	action === 'move' ? {} : JSON.parse(target ?? '{}');

interface Task {
	kind: OperationKind;
	action: OperationAction;
	/** The new parents of a move, else the facts. */
	target?: Ids | OperationTarget | undefined;
	undoOf?: string;
}

/** Stores an operation without rows. `now`: milliseconds since 1970. */
export const begin = async (
	trx: Trx,
	{ kind, action, target, undoOf }: Task,
	{ actor }: AuditContext,
	now: number,
): Promise<OperationRow> => {
	const row: OperationRow = {
		id: randomUUIDv7(),
		kind,
		action,
		target: target ? JSON.stringify(target) : null,
		undo_of: undoOf ?? null,
		actor: formatActor(actor),
		actor_name: actor.name,
		total: 0,
		at: new Date(now).toISOString(),
	};
	await trx.insertInto('operations').values(row).execute();
	return row;
};

/** Stores the number of rows of an operation. */
export const setTotal = (trx: Trx, id: string, total: number) =>
	trx.updateTable('operations').set({ total }).where('id', '=', id).execute();

const addRows = async (
	trx: Trx,
	operation: string,
	items: readonly Pick<OperationItemRow, 'kind' | 'item_id' | 'name' | 'before'>[],
) => {
	const rows = items.map((item, index) => ({
		...item,
		operation,
		n: index + 1,
		state: 'pending' as const,
	}));
	await runInChunks(rows, (chunk) => trx.insertInto('operation_rows').values(chunk).execute());
	await setTotal(trx, operation, rows.length);
};

/** Adds items to an operation by their ids, in this order; a repeated id counts once. */
const addItemIds = (trx: Trx, operation: string, ids: readonly string[]) =>
	addItems(
		trx,
		operation,
		[...new Set(ids)].map((id) => ({ id, kind: null })),
	);

/** Adds items of several kinds to an operation, in this order. */
export const addItems = (
	trx: Trx,
	operation: string,
	items: readonly { id: string; kind: ResourceKey | null }[],
) =>
	addRows(
		trx,
		operation,
		items.map(({ id, kind }) => ({ item_id: id, kind, name: null, before: null })),
	);

/** Stores an operation with its items, for `RunOperation`, once for each `Idempotency-Key`. Returns its id. */
export const beginOnce = async (
	database: Database,
	request: FastifyRequest,
	task: Task,
	ids: readonly string[],
	now: number,
) => {
	const { body } = await answerOnce(database, request, async (trx, context) => {
		const { id } = await begin(trx, task, context, now);
		await addItemIds(trx, id, ids);
		return { status: 200, body: id };
	});
	return body;
};

/** An item to create, and its place. */
export interface NewItem {
	id: string;
	name: string | null;
	place: Record<string, string>;
	fields: Record<string, unknown>;
	/** Its parent, if the operation created that too: an undo deletes the parent once it is empty. */
	parent?: { id: string; version: number };
}

/** Adds items to create to an operation, in this order. */
export const addNewItems = (trx: Trx, operation: string, items: readonly NewItem[]) =>
	addRows(
		trx,
		operation,
		items.map(({ id, name, ...made }) => ({
			item_id: id,
			kind: null,
			name,
			before: JSON.stringify(made),
		})),
	);

const findCrossList = (kind: ResourceKey) =>
	(crossLists as Partial<Record<ResourceKey, (typeof crossLists)[keyof typeof crossLists]>>)[kind];

/** The query of a kind that has no list across all courses. */
const searchOnly = z.object({ search: searchText() });

/**
 * Parses a query of a kind's cross-course list. Refuses unknown filters, since a misspelt one would select everything.
 */
export const readWhere = (kind: ResourceKey, where: Record<string, string>): ListQuery => {
	const query: z.ZodMiniObject = findCrossList(kind)?.query ?? searchOnly;
	for (const name of Object.keys(where))
		if (!Object.hasOwn(query.shape, name)) throw invalid(`where.${name}`, 'Unknown filter');
	const read = query.safeParse(where);
	if (read.success) return readQuery(read.data as Query);
	const [issue] = read.error.issues;
	throw invalid(`where.${issue?.path.join('.')}`, issue?.message ?? 'Invalid value');
};

const makeFullListing = (store: ContentStore) => {
	const { key } = store.resource;
	const list = findCrossList(key);
	return list
		? makeListing(list, store)
		: { key, references: store.references, flags: [], filters: {}, counts: {} };
};

/** Selects the ids of all items that match a query. */
export const selectMatchingIds = (db: Db, store: ContentStore, query: ListQuery) =>
	hasIds(query) ? selectMatchingRows(db, makeFullListing(store), query).select('id') : [''];

const giveMatching = async (
	trx: Trx,
	operation: string,
	store: ContentStore,
	query: ListQuery,
	expected: number,
) => {
	const listing = makeFullListing(store);
	const order = sql.join(listSorts(query, listing));
	let total = 0;
	if (hasIds(query)) {
		const { numInsertedOrUpdatedRows } = await trx
			.insertInto('operation_rows')
			.columns(['operation', 'n', 'item_id', 'name', 'state'])
			.expression(
				selectMatchingRows(trx, listing, query).select([
					sql`${operation}`.as('operation'),
					sql`row_number() over (order by ${order})`.as('n'),
					'id',
					'name',
					sql`'pending'`.as('state'),
				]),
			)
			.executeTakeFirstOrThrow();
		total = Number(numInsertedOrUpdatedRows);
	}
	if (total !== expected)
		throw new AppError(
			'changed',
			`There are now ${formatWhole(total)} items. Please check again.`,
			{
				data: { total },
			},
		);
	await setTotal(trx, operation, total);
};

const selectParentNames = ({ resource: { columns } }: ContentStore, key: ResourceKey) => {
	const { column } = tables[key];
	const field = Object.keys(columns).find((name) => columns[name] === column) ?? column;
	return [field, resources[key].param];
};

const readTarget = async (
	db: Db,
	store: ContentStore,
	to: Record<string, string>,
): Promise<Record<string, string>> => {
	const parents = listParentKinds(store.resource.key);
	const parent = parents.at(-1) as ResourceKey;
	const columns: Record<string, string> = {};
	const left = new Map(Object.entries(to));
	for (const each of parents)
		for (const name of selectParentNames(store, each)) {
			const id = left.get(name);
			if (id === undefined) continue;
			columns[each === parent ? 'id' : tables[each].column] = id;
			left.delete(name);
		}
	const [odd] = left.keys();
	const { label } = resources[parent];
	if (odd !== undefined) throw invalid('to', `To has no ${odd}`);
	if (columns.id === undefined) throw invalid('to', `To must name the ${label.toLowerCase()}`);
	const { table } = tables[parent];
	const query = whereColumns(untyped(db).selectFrom(table).selectAll(), table, columns);
	const row: Row | undefined = hasOnlyIds(columns) ? await query.executeTakeFirst() : undefined;
	if (!row) throw invalid('to', `${label} not found`);
	return readPlace(parent, row);
};

/** Stores the operation of a request with all of its rows. */
export const storeBulkOperation = async (
	trx: Trx,
	stores: ContentStores,
	kind: ResourceKey,
	{ action, ids, where = {}, expected = 0, to, visible_from }: BulkRequest,
	context: AuditContext,
	now: number,
) => {
	const target = to ? await readTarget(trx, stores[kind], to) : { visible_from };
	const made = await begin(trx, { kind, action: action as OperationAction, target }, context, now);
	if (ids) await addItemIds(trx, made.id, ids);
	else await giveMatching(trx, made.id, stores[kind], readWhere(kind, where), expected);
	return made;
};
