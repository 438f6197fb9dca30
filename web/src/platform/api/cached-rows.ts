import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import { queryKeys } from './query-keys.ts';

/** An item with the fields that messages need. */
export interface Named {
	id: string;
	name: string;
}

/** A row with the fields that a move needs. */
export interface Ranked extends Named {
	order_num: number;
	version: number;
}

/** Ids in an address, by parameter name. */
export type Place = Readonly<Record<string, string>>;

/** Returns an item from any list or page in the cache. */
export const findCachedItem = (client: QueryClient, resource: AnyResource, id: string) =>
	client
		.getQueriesData<unknown>({ queryKey: [resource.key] })
		.flatMap(([, cached]) => (cached as { data?: unknown } | undefined)?.data ?? cached)
		.find((each): each is Named => (each as Partial<Named> | null | undefined)?.id === id);

/** Returns the cached rows of a list, in display order. */
export const getCachedRows = (client: QueryClient, resource: AnyResource, place: Place) =>
	client.getQueryData<Ranked[]>(queryKeys.list(resource, place) as QueryKey) ?? [];
