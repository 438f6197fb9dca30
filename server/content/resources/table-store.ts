import { randomUUIDv7 } from 'node:crypto';
import {
	type AnyResource,
	type CreateOf,
	getColumn,
	type UpdateOf,
} from '#shared/contract/content/resource.ts';
import { type ResourceKey, resources } from '#shared/contract/content/resources.ts';
import type { Db } from '../../platform/db/database.ts';
import { lockName } from '../../platform/db/engine.ts';
import { AppError, notFound, stale } from '../../platform/errors.ts';
import {
	type ContentChange,
	listParents,
	pickColumns,
	pickFilled,
	recordContent,
} from './content-audit.ts';
import { refusePublished, refusePublishing, startAsDraft } from './editors-only.ts';
import { countImpact } from './impact.ts';
import {
	hasOnlyIds,
	type Ids,
	lockItem,
	lockList,
	lockReferences,
	makeRowConverter,
	type Row,
	requireSameParents,
	whereColumns,
} from './rows.ts';
import { searchColumns } from './search.ts';
import type { Change, Store, TableSpec } from './store.ts';
import {
	listParentKinds,
	serializeList,
	tables,
	toItemColumns,
	toPlaceColumns,
	type Untyped,
} from './tables.ts';
import { moveToTrash } from './trash.ts';
import { storeVersion } from './versions.ts';

const ORDER_LIMIT = 1_000_000;

/** Returns a value in the form of its column. Empty text becomes null. */
const toStored = (value: unknown) => {
	if (Array.isArray(value)) return serializeList(value);
	return value === '' ? null : value;
};

/**
 * Makes the store of a kind of content from its contract and `spec`. The query builder is `any`: Kysely cannot type a
 * table parameter.
 */
export const createTableStore = <R extends AnyResource>(resource: R, spec: TableSpec<R> = {}) => {
	const { key, ordered } = resource;
	const { table } = tables[key];
	const label = resource.label.toLowerCase();
	const isNamed = 'name' in resource.item.shape;
	const parent = listParentKinds(key).at(-1);
	const toWire = makeRowConverter(Object.keys(resource.item.shape), resource, spec);
	const references = (spec.references ?? {}) as Record<string, ResourceKey>;
	const inputs = Object.keys({ ...resource.create.shape, ...resource.update.shape }).map(
		(field) => [field, getColumn(resource, field)] as const,
	);
	const contentColumns = [...new Set(inputs.map(([, column]) => column))];
	const toRow = (input: CreateOf<R> | UpdateOf<R>) => {
		const row: Record<string, unknown> = {};
		for (const [field, column] of inputs) {
			const value = (input as Record<string, unknown>)[field];
			if (value !== undefined && row[column] === undefined) row[column] = toStored(value);
		}
		return row;
	};
	const keyed = (row: Record<string, unknown>) => (isNamed ? searchColumns(row) : {});

	const store = (handle: Db): Store<R> => {
		const db = handle as Untyped;
		const rows = () => {
			const query = db.selectFrom(table).selectAll(table);
			return spec.extra ? query.select(spec.extra.columns) : query;
		};
		const get = async (place: Ids) => {
			const columns = toItemColumns(key, place);
			const row: Row | undefined = hasOnlyIds(columns)
				? await whereColumns(rows(), table, columns).executeTakeFirst()
				: undefined;
			if (!row) throw notFound(resource.label);
			return toWire(row);
		};

		const findParent = async (place: Ids) => {
			if (!parent) return;
			const of = tables[parent].table;
			const columns = toItemColumns(parent, place);
			const found = hasOnlyIds(columns)
				? await whereColumns(db.selectFrom(of).select('id'), of, columns).execute()
				: [];
			if (found.length === 0) throw notFound(resources[parent].label);
		};

		const record = (change: ContentChange) => recordContent(handle, key, references, change);

		const refuseStale = async (row: Row, place: Ids, context: Change) => {
			if (!context.ifMatch || context.ifMatch(row.version)) return;
			const item = await get(place);
			throw stale(label, item, item.version);
		};

		/** Refuses an external id that another item has; locks it against a concurrent write. */
		const refuseTaken = async (given: Record<string, unknown>, own?: string) => {
			const { external_id } = given;
			if (typeof external_id !== 'string') return;
			await lockName(handle, `external:${key}:${external_id}`);
			const other: { id: string } | undefined = await db
				.selectFrom(table)
				.select('id')
				.where('external_id', '=', external_id)
				.executeTakeFirst();
			if (other && other.id !== own)
				throw new AppError('external_id_taken', `Another ${label} has this external id.`, {
					data: { id: other.id },
				});
		};

		const nextOrder = async (place: Ids) => {
			const { highest } = await whereColumns(
				db.selectFrom(table),
				table,
				toPlaceColumns(key, place),
			)
				.select((eb: Untyped) => eb.fn.max('order_num').as('highest'))
				.executeTakeFirst();
			return Math.min((highest ?? 0) + 1, ORDER_LIMIT);
		};

		return {
			get,

			list: async (place) => {
				const columns = toPlaceColumns(key, place);
				const sorts = [ordered && 'order_num', isNamed && 'name_key', 'id'].filter(Boolean);
				const query = sorts.reduce(
					(sorted, column) => sorted.orderBy(`${table}.${column}`),
					whereColumns(rows(), table, columns),
				);
				const found: Row[] = hasOnlyIds(columns) ? await query.execute() : [];
				// A row proves that its parents exist, so only an empty list needs the check.
				if (found.length === 0) await findParent(place);
				return found.map(toWire);
			},

			nextOrder: async (place) => {
				await findParent(place);
				return nextOrder(place);
			},

			create: async (place, input, context) => {
				const given = toRow(input);
				const locked = await lockReferences(handle, references, input);
				// Locks the list, so that concurrent creates in it get different orders.
				const parents = await lockList(handle, key, place);
				requireSameParents(references, locked, place);
				await spec.check?.(handle, place, input);
				await refuseTaken(given);
				const start = toRow(resource.start() as CreateOf<R>);
				const content = { ...startAsDraft(context, start), ...given };
				refusePublishing(context, content);
				if (ordered) content.order_num ??= await nextOrder(place);
				const now = new Date().toISOString();
				const id = randomUUIDv7();
				await db
					.insertInto(table)
					.values({
						...content,
						...toPlaceColumns(key, place),
						...keyed(content),
						id,
						created_at: now,
						updated_at: now,
					})
					.execute();
				await record({
					context,
					action: 'create',
					...context.auditAs,
					item: { ...content, id },
					parents,
					after: pickFilled(content, contentColumns),
				});
				return get({ ...place, [resource.param]: id });
			},

			update: async (place, patch, context) => {
				const given = toRow(patch);
				const locked = await lockReferences(handle, references, patch);
				const before = await lockItem(handle, key, place);
				await refuseStale(before, place, context);
				requireSameParents(references, locked, place);
				await spec.check?.(handle, place, patch as CreateOf<R> & UpdateOf<R>);
				await refuseTaken(given, before.id);
				const changed = Object.fromEntries(
					Object.entries(given).filter(([column, value]) => before[column] !== value),
				);
				if (Object.keys(changed).length > 0) {
					await refusePublished(handle, context, key, [before]);
					refusePublishing(context, changed);
					await storeVersion(handle, resource, before, contentColumns);
					await whereColumns(db.updateTable(table), table, toItemColumns(key, place))
						.set({
							...changed,
							...keyed({ ...before, ...changed }),
							version: before.version + 1,
							updated_at: new Date().toISOString(),
						})
						.execute();
					await record({
						context,
						action: 'update',
						...context.auditAs,
						item: { ...before, ...changed },
						parents: listParents(key, before),
						before: pickColumns(before, Object.keys(changed)),
						after: changed,
					});
				}
				return get(place);
			},

			remove: async (place, context) => {
				const row = await lockItem(handle, key, place);
				await refuseStale(row, place, context);
				const also = await spec.alsoChanges?.(handle, [row.id]);
				const detached = (await spec.beforeRemove?.(handle, place as never, context)) ?? [];
				const { deletion, counts, deletedItems } = await moveToTrash(
					handle,
					key,
					row,
					detached,
					context,
				);
				await record({
					context,
					action: 'delete',
					item: row,
					parents: listParents(key, row),
					before: pickFilled(row, contentColumns),
					counts: { ...counts, ...also },
					deletedItems,
					moreDetails: { deletion },
				});
				return deletion;
			},

			deletionImpact: async (place) => {
				const { id } = await get(place);
				return countImpact(handle, key, spec, [id]);
			},
		};
	};
	return Object.assign(store, { resource, spec, references, contentColumns });
};
