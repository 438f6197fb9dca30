import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { NextOrder } from '#shared/contract/ordering.ts';
import { type AnyResource, fillPath, type PlaceOf } from '#shared/contract/resource.ts';
import { request } from './client.ts';
import { queryKeys } from './query-keys.ts';
import { retryOf } from './retry.ts';

type Ordered = readonly { order_num: number }[];

/** The order that a new sibling starts with: the highest there is plus one, or 1. */
export const nextOrder = (siblings: Ordered) =>
	siblings.reduce((highest, { order_num }) => Math.max(highest, order_num), 0) + 1;

/**
 * The order that a form for a new item proposes, once for each time that it opens. Where the list of its
 * siblings was looked at, that says it, without a connection too; else the server is asked.
 */
export const useNextOrder = <R extends AnyResource>(resource: R, place: PlaceOf<R>) => {
	const siblings = useQueryClient().getQueryData<Ordered>(queryKeys.list(resource, place));
	return useQuery({
		queryKey: ['next-order', resource.key, place],
		queryFn: async ({ signal }) => {
			const path = `${fillPath(resource.path, place)}/next-order`;
			return (await request<NextOrder>(path, { signal })).data.order_num;
		},
		initialData: siblings && nextOrder(siblings),
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
		retry: retryOf(resource),
	});
};
