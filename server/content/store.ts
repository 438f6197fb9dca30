import type { Insertable } from 'kysely';
import type { DeletionImpact } from '#shared/contract/deletion-impact.ts';
import type {
	AnyResource,
	CreateOf,
	ItemOf,
	ItemPlaceOf,
	PlaceOf,
	UpdateOf,
} from '#shared/contract/resource.ts';
import type { ResourceKey } from '#shared/contract/resources.ts';
import type { AuditContext } from '../audit-context.ts';
import type { Db } from '../db/database.ts';
import type { RowOf } from './tables.ts';

/** Who makes a change, and the versions it may be made to (none named: any). */
export interface Change extends AuditContext {
	ifMatch?: ((version: number) => boolean) | undefined;
}

/**
 * The calls on one kind of content. Made from a handle: `examSetStore(trx)` is the same store
 * in a transaction. Writes must be given one of `Database.write`, and leave their audit rows in it.
 * An item that is absent, or lies under another parent than the place says, is `not_found`.
 */
export interface Store<R extends AnyResource> {
	/** The items of a place in display order: `order_num`, then name. */
	list: (place: PlaceOf<R>) => Promise<ItemOf<R>[]>;
	/** The order that puts a new item last: the highest of the place plus one, or 1. */
	nextOrder: (place: PlaceOf<R>) => Promise<number>;
	get: (place: ItemPlaceOf<R>) => Promise<ItemOf<R>>;
	create: (place: PlaceOf<R>, input: CreateOf<R>, by: Change) => Promise<ItemOf<R>>;
	update: (place: ItemPlaceOf<R>, patch: UpdateOf<R>, by: Change) => Promise<ItemOf<R>>;
	remove: (place: ItemPlaceOf<R>, by: Change) => Promise<void>;
	/** What would go with the item. */
	deletionImpact: (place: ItemPlaceOf<R>) => Promise<DeletionImpact>;
}

type Columns<R extends AnyResource> = Partial<Insertable<RowOf<R>>>;

/** What only one kind of content knows of its table; what its contract says needs no word here. */
export interface TableSpec<R extends AnyResource> {
	/** Columns that name other items, whose names stand beside the ids in lists and in the audit trail. */
	references?: { [Column in keyof RowOf<R>]?: ResourceKey };
	/** Columns that a read adds, such as counts, and the fields that are made of them. */
	extra?: {
		// biome-ignore lint/suspicious/noExplicitAny: Kysely's expression builder, of any table
		columns: (eb: any) => readonly any[];
		// biome-ignore lint/suspicious/noExplicitAny: a row with those columns
		fields: (row: any) => Partial<ItemOf<R>>;
	};
	/** What a create gets that leaves columns out. `nextOrder` is the highest order there + 1. */
	defaults?: (nextOrder: () => Promise<number>) => Promise<Columns<R>> | Columns<R>;
	/** Refuses what the schema cannot see: references to other rows. */
	check?: (db: Db, place: PlaceOf<R>, input: CreateOf<R> & UpdateOf<R>) => Promise<void>;
	/** Counts what a deletion changes beside what lies under the item, which is counted by itself. */
	alsoChanges?: (db: Db, place: ItemPlaceOf<R>) => Promise<Partial<DeletionImpact>>;
	/** What must happen in the same transaction before a row goes. */
	beforeRemove?: (db: Db, place: ItemPlaceOf<R>, by: AuditContext) => Promise<void>;
}

/** The store of any kind of content: made from a handle, with what it was declared by. */
export interface ContentStore {
	// biome-ignore lint/suspicious/noExplicitAny: the store of any resource
	(db: Db): Store<any>;
	resource: AnyResource;
	// biome-ignore lint/suspicious/noExplicitAny: the same
	spec: TableSpec<any>;
	references: Readonly<Record<string, ResourceKey>>;
}
