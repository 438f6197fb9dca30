import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import {
	type AnyResource,
	fillPath,
	type ItemOf,
	type ItemPlaceOf,
	itemPath,
	itemPlaceOf,
	type PlaceOf,
} from '#shared/contract/resource.ts';
import type { z } from '#shared/zod.ts';
import { isNotFound } from './api-error.ts';
import { fetchData, request } from './client.ts';
import { type PageOf, queryKeys } from './query-keys.ts';
import { retryOf } from './retry.ts';

/** A list across all courses from `#shared/contract/lists.ts`. */
export interface CrossList {
	path: string;
	resource: AnyResource;
	query: z.ZodMiniObject;
	item: z.ZodMiniObject;
}

/**
 * Fetches the list under a parent, in display order.
 * @example useQuery(listQuery(topics, { courseId, subjectId }))
 */
export const listQuery = <R extends AnyResource>(resource: R, place: PlaceOf<R>) =>
	queryOptions({
		queryKey: queryKeys.list(resource, place),
		queryFn: fetchData<ItemOf<R>[]>(fillPath(resource.path, place)),
		retry: retryOf(resource),
	});

/**
 * Fetches an item.
 * @example useQuery(itemQuery(courses, { courseId })).data?.name
 */
export const itemQuery = <R extends AnyResource>(resource: R, place: ItemPlaceOf<R>) =>
	queryOptions({
		queryKey: queryKeys.item(resource, place),
		queryFn: fetchData<ItemOf<R>>(fillPath(itemPath(resource), place)),
		retry: retryOf(resource),
	});

/**
 * Fetches a page of a list across courses; keeps the previous page while loading.
 * @example useQuery(allQuery(allTopics, { search, page, sort: '-updated_at' }))
 */
export const allQuery = <L extends CrossList>(list: L, query: z.infer<L['query']>) =>
	queryOptions({
		queryKey: queryKeys.page(list.resource, query),
		queryFn: fetchData<PageOf<z.infer<L['item']>>>(
			list.path,
			query as Record<string, string | undefined>,
		),
		placeholderData: keepPreviousData,
		retry: retryOf(list.resource),
	});

/**
 * Fetches an item by its id alone, with the ids and names of its parents, and remembers its place.
 * @example useQuery(itemByIdQuery(allTopics, topicId)).data?.course_id
 */
export const itemByIdQuery = <L extends CrossList>(list: L, id: string) =>
	queryOptions({
		queryKey: queryKeys.byId(list.resource, { id }),
		queryFn: async ({ signal, client }) => {
			const path = `${list.path}/${encodeURIComponent(id)}`;
			const { data } = await request<z.infer<L['item']>>(path, { signal });
			const place = itemPlaceOf(list.resource, data as { id: string });
			client.setQueryData(queryKeys.item(list.resource, place), data as never);
			return data;
		},
		retry: retryOf(list.resource),
	});

/** Delay before the names are requested again, if only the item itself could be loaded. */
const AGAIN_MS = 3_000;

/**
 * Fetches an item at its address and, as `withNames`, with the names of its parents, in one request. If the item is not
 * found by its id, or has another address, requests it at this address, whose error says why. If only the names are
 * missing, requests them until they arrive.
 * @example const { item, withNames } = useItemInPlace(allTopics, { courseId, subjectId, topicId })
 */
export const useItemInPlace = <L extends CrossList>(list: L, place: ItemPlaceOf<L['resource']>) => {
	const client = useQueryClient();
	const ids: Readonly<Record<string, string>> = place;
	const atPlace = itemQuery<L['resource']>(list.resource, place);
	const byId = useQuery({
		...itemByIdQuery(list, ids[list.resource.param] ?? ''),
		refetchInterval: ({ state: { status, error } }) =>
			status === 'error' && !isNotFound(error) && client.getQueryData(atPlace.queryKey)
				? AGAIN_MS
				: false,
	});
	const item = useQuery({ ...atPlace, enabled: !byId.isPending || byId.failureCount > 0 });
	return { item, withNames: item.data && byId.data };
};
