import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { AnyResource } from '#shared/contract/resource.ts';
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

/** Returns the cached rows of a list, in display order. */
export const getCachedRows = (client: QueryClient, resource: AnyResource, place: Place) =>
	client.getQueryData<Ranked[]>(queryKeys.list(resource, place) as QueryKey) ?? [];
