import type { Insertable, Selectable } from 'kysely';
import type { DeletionImpact } from '#shared/contract/deletion-impact.ts';
import type {
	AnyResource,
	CreateOf,
	ItemOf,
	ItemPlaceOf,
	PlaceOf,
	UpdateOf,
} from '#shared/contract/resource.ts';
import type { ItemRef } from '../audit/audit-log.ts';
import type { AuditContext } from '../audit-context.ts';
import type { Db } from '../db/database.ts';
import type { ContentTables } from './tables.ts';

/** Who makes a change, and the versions it may be made to (none named: any). */
export interface Change extends AuditContext {
	ifMatch?: ((version: number) => boolean) | undefined;
}

/** What a child needs of its parent. Both reject with `not_found` where there is none. */
export interface ParentItem {
	/** Resolves when it is there. */
	find: () => Promise<unknown>;
	/**
	 * Resolves to it and what it lies under, outermost first, when it is there, and keeps it so, and
	 * to this transaction, until the transaction ends.
	 */
	hold: () => Promise<ItemRef[]>;
}

/**
 * The five calls on one kind of content. Made from a handle: `examSetStore(trx)` is the same store
 * in a transaction. Writes must be given one of `Database.write`, and leave their audit rows in it.
 * An item that is absent, or lies under another parent than the place says, is `not_found`.
 */
export interface Store<R extends AnyResource> {
	/** The items of a place in display order: `order_num`, then name. */
	list: (place: PlaceOf<R>) => Promise<ItemOf<R>[]>;
	/** The order that puts a new item last: the highest of the place plus one, or 1. */
	nextOrder: (place: PlaceOf<R>) => Promise<number>;
	get: (place: ItemPlaceOf<R>) => Promise<ItemOf<R>>;
	/** One item as the parent of others. */
	at: (place: ItemPlaceOf<R>) => ParentItem;
	create: (place: PlaceOf<R>, input: CreateOf<R>, by: Change) => Promise<ItemOf<R>>;
	update: (place: ItemPlaceOf<R>, patch: UpdateOf<R>, by: Change) => Promise<ItemOf<R>>;
	remove: (place: ItemPlaceOf<R>, by: Change) => Promise<void>;
	/** What would go with the item. */
	deletionImpact: (place: ItemPlaceOf<R>) => Promise<DeletionImpact>;
}

type Own = 'id' | 'name_key' | 'version' | 'created_at' | 'updated_at';

/** What only one kind of content knows of its table. */
export interface TableSpec<
	R extends AnyResource,
	T extends keyof ContentTables,
	Parent extends keyof ContentTables[T],
	Extra = unknown,
> {
	resource: R;
	table: T;
	/** The columns that the address fixes. */
	place: (place: PlaceOf<R>) => Record<Parent, string>;
	/** What lies above an item, by the column that names it, outermost first. */
	above: Record<Parent, keyof ContentTables>;
	/** Columns that name other rows: an audit row gives the names with the ids. */
	references?: Partial<Record<keyof ContentTables[T], keyof ContentTables>>;
	/** The store whose item the address leads through. */
	parent?: (db: Db, place: PlaceOf<R>) => ParentItem;
	/** Columns that a read adds, such as counts. */
	// biome-ignore lint/suspicious/noExplicitAny: Kysely's expression builder, of any table
	extra?: (eb: any) => readonly any[];
	toWire: (row: Selectable<ContentTables[T]> & Extra) => ItemOf<R>;
	/** Every column that an input can fill; undefined leaves it alone. */
	toRow: (input: CreateOf<R> & UpdateOf<R>) => {
		[Column in Exclude<keyof Insertable<ContentTables[T]>, Own | Parent>]:
			| Insertable<ContentTables[T]>[Column]
			| undefined;
	};
	/** What a create gets that leaves columns out. `nextOrder` is the highest order there + 1. */
	defaults?: (
		nextOrder: () => Promise<number>,
	) => Promise<Partial<Insertable<ContentTables[T]>>> | Partial<Insertable<ContentTables[T]>>;
	/** Refuses what the schema cannot see: references to other rows. */
	check?: (db: Db, place: PlaceOf<R>, input: CreateOf<R> & UpdateOf<R>) => Promise<void>;
	/** Counts what lies under an item; left out where nothing can. */
	deletionImpact?: (db: Db, place: ItemPlaceOf<R>) => Promise<Partial<DeletionImpact>>;
	/** What must happen in the same transaction before a row goes. */
	beforeRemove?: (db: Db, place: ItemPlaceOf<R>, by: AuditContext) => Promise<void>;
}
