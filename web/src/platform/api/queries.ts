import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import {
	type AnyResource,
	buildItemPath,
	fillPath,
	getItemPlace,
	type ItemOf,
	type ItemPlaceOf,
	type PlaceOf,
} from '#shared/contract/content/resource.ts';
import type { z } from '#shared/zod.ts';
import { isNotFound } from './api-error.ts';
import { fetchData, request } from './client.ts';
import { type PageOf, queryKeys } from './query-keys.ts';
import { buildRetry } from './retry.ts';

/** A list across all courses from `#shared/contract/platform/lists.ts`. */
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
		retry: buildRetry(resource),
	});

/**
 * Fetches an item.
 * @example useQuery(buildItemQuery(courses, { courseId })).data?.name
 */
export const buildItemQuery = <R extends AnyResource>(resource: R, place: ItemPlaceOf<R>) =>
	queryOptions({
		queryKey: queryKeys.item(resource, place),
		queryFn: fetchData<ItemOf<R>>(fillPath(buildItemPath(resource), place)),
		retry: buildRetry(resource),
	});

/**
 * Fetches a page of a list across courses; keeps the previous page while loading.
 * @example useQuery(buildAllQuery(allTopics, { search, page, sort: '-updated_at' }))
 */
export const buildAllQuery = <L extends CrossList>(list: L, query: z.infer<L['query']>) =>
	queryOptions({
		queryKey: queryKeys.page(list.resource, query),
		queryFn: fetchData<PageOf<z.infer<L['item']>>>(
			list.path,
			query as Record<string, string | undefined>,
		),
		placeholderData: keepPreviousData,
		retry: buildRetry(list.resource),
	});

/**
 * Fetches an item by its id alone, with the ids and names of its parents, and remembers its place.
 * @example useQuery(buildItemByIdQuery(allTopics, topicId)).data?.course_id
 */
export const buildItemByIdQuery = <L extends CrossList>(list: L, id: string) =>
	queryOptions({
		queryKey: queryKeys.byId(list.resource, { id }),
		queryFn: async ({ signal, client }) => {
			const path = `${list.path}/${encodeURIComponent(id)}`;
			const { data } = await request<z.infer<L['item']>>(path, { signal });
			const place = getItemPlace(list.resource, data as { id: string });
			client.setQueryData(queryKeys.item(list.resource, place), data as never);
			return data;
		},
		retry: buildRetry(list.resource),
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
	const atPlace = buildItemQuery<L['resource']>(list.resource, place);
	const byId = useQuery({
		...buildItemByIdQuery(list, ids[list.resource.param] ?? ''),
		refetchInterval: ({ state: { status, error } }) =>
			status === 'error' && !isNotFound(error) && client.getQueryData(atPlace.queryKey)
				? AGAIN_MS
				: false,
	});
	const item = useQuery({ ...atPlace, enabled: !byId.isPending || byId.failureCount > 0 });
	return { item, withNames: item.data && byId.data };
};
