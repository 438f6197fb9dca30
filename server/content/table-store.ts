import { randomUUIDv7 } from 'node:crypto';
import type { Compilable, Selectable } from 'kysely';
import type { DeletionImpact } from '#shared/contract/deletion-impact.ts';
import { nameKey } from '#shared/contract/fields.ts';
import type {
	AnyResource,
	CreateOf,
	ItemPlaceOf,
	PlaceOf,
	UpdateOf,
} from '#shared/contract/resource.ts';
import { runCompiled } from '../db/compiled.ts';
import type { Db } from '../db/database.ts';
import { lockRows } from '../db/engine.ts';
import { isId } from '../db/ids.ts';
import { AppError, notFound } from '../errors.ts';
import {
	aboveOf,
	type ContentChange,
	filled,
	goesWith,
	picked,
	recordContent,
	refOf,
	selectAbove,
} from './content-audit.ts';
import type { Change, Store, TableSpec } from './store.ts';
import type { ContentTables } from './tables.ts';

const ORDER_LIMIT = 1_000_000;

const NOTHING: DeletionImpact = {
	subjects: 0,
	topics: 0,
	examsets: 0,
	pastpapers: 0,
	unlinkedPapers: 0,
};

const present = (row: object) =>
	Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));

/**
 * Makes the store of a table. Kysely cannot follow a table name that is a type parameter, so the
 * builder is `any` in here (`rows`) and in `count.ts` only; the shapes going in and out are typed, and
 * the API tests run every call on both engines.
 */
export const tableStore = <
	R extends AnyResource,
	T extends keyof ContentTables,
	Parent extends keyof ContentTables[T],
	Extra = unknown,
>(
	spec: TableSpec<R, T, Parent, Extra>,
	handle: Db,
): Store<R> => {
	const { resource, table } = spec;
	// biome-ignore lint/suspicious/noExplicitAny: see above
	const db = handle as any;
	const missing = () => notFound(resource.label);

	const columnsOf = (place: PlaceOf<R>) => spec.place(place) as Record<string, string>;
	const itemColumns = (place: ItemPlaceOf<R>) => ({
		...columnsOf(place),
		id: (place as Record<string, string>)[resource.param],
	});
	const at = (query: { where: unknown }, columns: Record<string, unknown>) =>
		Object.entries(columns).reduce(
			// biome-ignore lint/suspicious/noExplicitAny: see above
			(narrowed: any, [column, value]) => narrowed.where(`${table}.${column}`, '=', value),
			query,
		);
	const rows = () => {
		const query = db.selectFrom(table).selectAll(table);
		return spec.extra ? query.select(spec.extra) : query;
	};
	const areIds = (columns: Record<string, unknown>) => Object.values(columns).every(isId);
	/** The rows of such a query, which is the same for every place; none where what is asked for can be no id. */
	const asked = async (what: string, columns: Record<string, unknown>, query: () => Compilable) => {
		type Found = Selectable<ContentTables[T]> & Extra;
		if (!areIds(columns)) return [];
		return runCompiled<Found>(handle, `${table} ${what}`, Object.values(columns), query);
	};

	const get = async (place: ItemPlaceOf<R>) => {
		const columns = itemColumns(place);
		const [row] = await asked('get', columns, () => at(rows(), columns));
		if (!row) throw missing();
		return spec.toWire(row);
	};

	/** The bare row and the names above it, this transaction's own until it ends. */
	const locked = async (columns: Record<string, unknown>) => {
		const query = at(
			db.selectFrom(table).selectAll(table).select(selectAbove(table, spec.above)),
			columns,
		);
		const row = areIds(columns) && (await lockRows(handle, query, 'change').executeTakeFirst());
		if (!row) throw missing();
		return row as Record<string, unknown> & { id: string; name: string; version: number };
	};

	/** Every column that an input can fill. */
	const contentColumns = Object.keys(spec.toRow({} as CreateOf<R> & UpdateOf<R>));

	const record = (change: ContentChange) => recordContent(handle, spec, change);

	const refuseStale = async (row: { version: number }, place: ItemPlaceOf<R>, by: Change) => {
		if (!by.ifMatch || by.ifMatch(row.version)) return;
		const item = await get(place);
		throw new AppError(
			'stale',
			`Somebody else has changed this ${resource.label.toLowerCase()} in the meantime.`,
			{
				data: item,
				headers: { etag: `"${item.version}"` },
			},
		);
	};

	const nextOrder = async (columns: Record<string, string>) => {
		const { highest } = await at(db.selectFrom(table), columns)
			// biome-ignore lint/suspicious/noExplicitAny: see above
			.select((eb: any) => eb.fn.max('order_num').as('highest'))
			.executeTakeFirst();
		return Math.min((highest ?? 0) + 1, ORDER_LIMIT);
	};

	return {
		get,

		list: async (place) => {
			const columns = columnsOf(place);
			const found = await asked('list', columns, () =>
				at(rows(), columns)
					.orderBy(`${table}.order_num`)
					.orderBy(`${table}.name_key`)
					.orderBy(`${table}.id`),
			);
			// A row names its parents and they exist, so only an empty list leaves a doubt.
			if (found.length === 0) await spec.parent?.(handle, place).find();
			return found.map(spec.toWire);
		},

		nextOrder: async (place) => {
			await spec.parent?.(handle, place).find();
			return nextOrder(columnsOf(place));
		},

		at: (place) => ({
			find: () => get(place),
			hold: async () => {
				const row = await locked(itemColumns(place));
				return [...aboveOf(spec.above, row), refOf(table, row)];
			},
		}),

		create: async (place, input, by) => {
			// Holding the parent makes creates under it wait for each other, and so get orders of their own.
			const parents = (await spec.parent?.(handle, place).hold()) ?? [];
			await spec.check?.(handle, place, input);
			const columns = columnsOf(place);
			const given = present(spec.toRow(input));
			const defaults = await spec.defaults?.(async () =>
				'order_num' in given ? (given.order_num as number) : nextOrder(columns),
			);
			const now = new Date().toISOString();
			const id = randomUUIDv7();
			const content = { ...defaults, ...given } as Record<string, unknown>;
			const name = content.name as string;
			await db
				.insertInto(table)
				.values({
					...content,
					...columns,
					id,
					name_key: nameKey(name),
					created_at: now,
					updated_at: now,
				})
				.execute();
			const after = filled(content, contentColumns);
			await record({ by, action: 'create', item: { id, name }, parents, after });
			return get({ ...place, [resource.param]: id } as ItemPlaceOf<R>);
		},

		update: async (place, patch, by) => {
			const columns = itemColumns(place);
			const before = await locked(columns);
			await refuseStale(before, place, by);
			await spec.check?.(handle, place, patch as CreateOf<R> & UpdateOf<R>);
			const changed = Object.fromEntries(
				Object.entries(present(spec.toRow(patch as CreateOf<R> & UpdateOf<R>))).filter(
					([column, value]) => before[column] !== value,
				),
			);
			if (Object.keys(changed).length > 0) {
				await at(db.updateTable(table), columns)
					.set({
						...changed,
						...('name' in changed && { name_key: nameKey(changed.name as string) }),
						version: before.version + 1,
						updated_at: new Date().toISOString(),
					})
					.execute();
				await record({
					by,
					action: 'update',
					item: { ...before, ...changed },
					parents: aboveOf(spec.above, before),
					before: picked(before, Object.keys(changed)),
					after: changed,
				});
			}
			return get(place);
		},

		remove: async (place, by) => {
			const columns = itemColumns(place);
			const row = await locked(columns);
			await refuseStale(row, place, by);
			const counts = (await spec.deletionImpact?.(handle, place)) ?? {};
			const gone = await goesWith(handle, table, row.id);
			await spec.beforeRemove?.(handle, place, by);
			await at(db.deleteFrom(table), columns).execute();
			await record({
				by,
				action: 'delete',
				item: row,
				parents: aboveOf(spec.above, row),
				before: filled(row, contentColumns),
				counts,
				gone,
			});
		},

		deletionImpact: async (place) => {
			await get(place);
			return { ...NOTHING, ...(await spec.deletionImpact?.(handle, place)) };
		},
	};
};
