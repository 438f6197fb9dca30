import type { DeletionImpact } from '#shared/contract/content/deletion-impact.ts';
import type {
	AnyResource,
	CreateOf,
	ItemOf,
	ItemPlaceOf,
	PlaceOf,
	UpdateOf,
} from '#shared/contract/content/resource.ts';
import type { ResourceKey } from '#shared/contract/content/resources.ts';
import type { AuditContext } from '../../platform/audit-context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { ContentChange } from './content-audit.ts';
import type { RowOf, Untyped } from './tables.ts';

/** The context of a change, and a test for the expected version. */
export interface Change extends AuditContext {
	ifMatch?: ((version: number) => boolean) | undefined;
	auditAs?: Pick<ContentChange, 'action' | 'counts' | 'moreDetails'>;
}

/** The operations on one kind of content, on a handle or in a transaction. Missing items reject with `not_found`. */
export interface Store<R extends AnyResource> {
	list: (place: PlaceOf<R>) => Promise<ItemOf<R>[]>;
	/** The order that puts a new item last: the highest of the place plus one, or 1. */
	nextOrder: (place: PlaceOf<R>) => Promise<number>;
	get: (place: ItemPlaceOf<R>) => Promise<ItemOf<R>>;
	create: (place: PlaceOf<R>, input: CreateOf<R>, context: Change) => Promise<ItemOf<R>>;
	update: (place: ItemPlaceOf<R>, patch: UpdateOf<R>, context: Change) => Promise<ItemOf<R>>;
	/** Moves the item with all rows below it to the trash; resolves to the deletion's id. */
	remove: (place: ItemPlaceOf<R>, context: Change) => Promise<string>;
	deletionImpact: (place: ItemPlaceOf<R>) => Promise<DeletionImpact>;
}

/** A reference that a row lost: row `id` of kind `key` named item `value` in `column`. */
export interface Link {
	key: ResourceKey;
	id: string;
	column: string;
	value: string;
}

/** Rules of one kind of content that its contract does not have. */
export interface TableSpec<R extends AnyResource> {
	/** Columns that refer to other items under the same parents. */
	references?: { [Column in keyof RowOf<R>]?: ResourceKey };
	extra?: {
		columns: (eb: Untyped) => readonly Untyped[];
		fields: (row: Untyped) => Partial<ItemOf<R>>;
	};
	/** Filters of the cross-course list by query parameter, in addition to flags and parents. */
	filters?: Readonly<Record<string, (eb: Untyped, value: string) => Untyped>>;
	/** Numbers in the cross-course list, which can sort by them: the table with the number in a column of this name. */
	counts?: Readonly<Record<string, string>>;
	check?: (db: Db, place: PlaceOf<R>, input: CreateOf<R> & UpdateOf<R>) => Promise<void>;
	alsoChanges?: (db: Db, which: Which) => Promise<Partial<DeletionImpact>>;
	/** Sets references to an item to null before its deletion; a restore sets them again. */
	beforeRemove?: (db: Db, place: ItemPlaceOf<R>, context: AuditContext) => Promise<Link[]>;
}

/** Several items of a kind: their ids, or a query that selects their ids. */
export type Which = readonly string[] | Untyped;

/** Makes the store of a kind of content on a handle; its properties are its declaration. */
export interface ContentStore {
	(db: Db): Store<Untyped>;
	resource: AnyResource;
	spec: TableSpec<Untyped>;
	references: Readonly<Record<string, ResourceKey>>;
	contentColumns: readonly string[];
}

/** The stores of all kinds. */
export type ContentStores = Readonly<Record<ResourceKey, ContentStore>>;
