import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { AnyResource } from '#shared/contract/resource.ts';
import { queryKeys } from './query-keys.ts';

/** As much of an item as it takes to speak of it. */
export interface Named {
	id: string;
	name: string;
}

/** As much of a row of a list as it takes to move it. */
export interface Ranked extends Named {
	order_num: number;
	version: number;
}

/** Ids in an address, by parameter name. */
export type Place = Readonly<Record<string, string>>;

/** The rows of a list as the cache holds them, in display order. */
export const cachedRows = (client: QueryClient, resource: AnyResource, place: Place) =>
	client.getQueryData<Ranked[]>(queryKeys.list(resource, place) as QueryKey) ?? [];
