import { type DataTag, hashKey, type QueryClient } from '@tanstack/react-query';
import type { AnyResource, ItemOf } from '#shared/contract/resource.ts';
import { resources } from '#shared/contract/resources.ts';

/** Page of a list across courses, with the total. */
export interface PageOf<Item> {
	data: Item[];
	total: number;
	/** There are more than `total`, which nobody counted. */
	more?: true;
}

/** The shapes in which the cache holds a resource. Each has its own prefix, so that no change of one meets another. */
interface Shapes<Item> {
	/** The items under a parent, in display order. */
	list: Item[];
	item: Item;
	/** Page of a list across courses, by query. */
	page: PageOf<Item>;
	/** Item found by its id only. */
	found: Item;
}
export type Shape = keyof Shapes<unknown>;

/** Returns the key prefix of a resource, or of one of its shapes, for query filters. */
export const resourceKey = (resource: AnyResource, shape?: Shape) =>
	shape ? [resource.key, shape] : [resource.key];

const keyOf =
	<S extends Shape>(shape: S) =>
	<R extends AnyResource>(resource: R, which: object) =>
		[resource.key, shape, which] as unknown as DataTag<
			readonly [string, S, object],
			Shapes<ItemOf<R>>[S]
		>;

/** The addresses of the cache: by resource, shape, and which one of these. They know what lies there. */
export const queryKeys = {
	list: keyOf('list'),
	item: keyOf('item'),
	page: keyOf('page'),
	found: keyOf('found'),
};

/**
 * Fetches again what is on screen and shows the resource, or something of it; what is not on screen is
 * only marked. `except` is left alone: the item that was just saved or deleted, by its place, and else.
 */
export const invalidate = (
	client: QueryClient,
	resource: AnyResource,
	...except: readonly (readonly unknown[])[]
) => {
	const shown: readonly unknown[] = [resource.key, ...resource.affects];
	const spared = new Set(except.map(hashKey));
	return client.invalidateQueries({
		predicate: ({ queryKey, queryHash }) => !spared.has(queryHash) && shown.includes(queryKey[0]),
	});
};

/** The address in the cache of everything about the trash. */
export const trashKey = ['trash'];

/**
 * Marks all content, the trash and the audit trail as changed, and resolves when what is on screen is fetched again:
 * for changes of many items at once, or of an item with everything under it.
 */
export const refreshContent = (client: QueryClient) => {
	const changed: readonly unknown[] = [...Object.keys(resources), ...trashKey, 'audit', 'versions'];
	return client.invalidateQueries({
		predicate: ({ queryKey }) => changed.includes(queryKey[0]),
	});
};
