import { type DataTag, hashKey, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Address, CallAt, DataOf, SentQuery } from '#shared/call.ts';
import type { AnyResource, ItemOf } from '#shared/contract/content/resource.ts';
import { resources } from '#shared/contract/content/resources.ts';
import { fetchCall } from './calls.ts';

/** Page of a list across courses, with the total. */
export interface PageOf<Item> {
	data: Item[];
	total: number;
	/** There are more than `total` items; the server stopped counting. */
	more?: true;
}

/** Fetches one page of a list; keeps the previous page while loading. `key`: the key without the page. */
export const buildPageQuery = <A extends Address>(
	key: readonly unknown[],
	address: A,
	query: SentQuery<CallAt<A>>,
	page: number,
	limit: number,
) =>
	queryOptions({
		queryKey: [...key, page],
		queryFn: ({ signal }): Promise<DataOf<CallAt<A>>> => {
			const paged = { ...query, page: String(page), limit: String(limit) };
			return fetchCall(address, ...([{ query: paged, signal }] as never));
		},
		placeholderData: (previous) => previous,
	});

/** The shapes in which the cache holds a resource, each with its own key prefix, so that updates do not overlap. */
interface Shapes<Item> {
	/** The items under a parent, in display order. */
	list: Item[];
	item: Item;
	/** Page of a list across courses, by query. */
	page: PageOf<Item>;
	/** Item fetched by its id only, with the names of its parents. */
	byId: Item;
}
export type Shape = keyof Shapes<unknown>;

/** Returns the key prefix of a resource, or of one of its shapes, for query filters. */
export const buildResourceKey = (resource: AnyResource, shape?: Shape) =>
	shape ? [resource.key, shape] : [resource.key];

const keyOf =
	<S extends Shape>(shape: S) =>
	<R extends AnyResource>(resource: R, which: object) =>
		[resource.key, shape, which] as unknown as DataTag<
			readonly [string, S, object],
			Shapes<ItemOf<R>>[S]
		>;

/** Typed query keys: resource, shape, and the place, query or id. */
export const queryKeys = {
	list: keyOf('list'),
	item: keyOf('item'),
	page: keyOf('page'),
	byId: keyOf('byId'),
};

/**
 * Refetches the queries on screen that show the resource or depend on it, and marks the others as stale. Leaves out the
 * keys in `except`, such as the item that was just saved or deleted.
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

/** Key prefix of the trash. */
export const trashKey = ['trash'];

/**
 * Invalidates all content, its reported problems, the trash and the audit trail, and resolves once the queries on screen are refetched: for
 * changes of many items, or of an item with everything under it.
 */
export const refreshContent = (client: QueryClient) => {
	const others = ['problems', 'audit', 'versions', 'operations'];
	const changed: readonly unknown[] = [...Object.keys(resources), ...trashKey, ...others];
	return client.invalidateQueries({
		predicate: ({ queryKey }) => changed.includes(queryKey[0]),
	});
};

/** Reloads everything that a decision about money can change: payments, figures, and the months of the desk. */
export const reloadMoney = (client: QueryClient) => {
	for (const key of ['transactions', 'statistics', 'reconciliation'])
		void client.invalidateQueries({ queryKey: [key] });
};
