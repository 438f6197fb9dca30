import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { NextOrder } from '#shared/contract/ordering.ts';
import { type AnyResource, fillPath, type PlaceOf } from '#shared/contract/resource.ts';
import { request } from './client.ts';
import { queryKeys } from './query-keys.ts';
import { buildRetry } from './retry.ts';

type Ordered = readonly { order_num: number }[];

/** Returns the order number of a new sibling: the highest plus one, or 1. */
export const computeNextOrder = (siblings: Ordered) =>
	siblings.reduce((highest, { order_num }) => Math.max(highest, order_num), 0) + 1;

/**
 * Fetches the order number that a form for a new item proposes, once each time it opens. Uses the cached list of
 * siblings if there is one, so that it works offline too.
 */
export const useNextOrder = <R extends AnyResource>(resource: R, place: PlaceOf<R>) => {
	const siblings = useQueryClient().getQueryData<Ordered>(queryKeys.list(resource, place));
	return useQuery({
		queryKey: ['next-order', resource.key, place],
		queryFn: async ({ signal }) => {
			const path = `${fillPath(resource.path, place)}/next-order`;
			return (await request<NextOrder>(path, { signal })).data.order_num;
		},
		initialData: siblings && computeNextOrder(siblings),
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
		retry: buildRetry(resource),
	});
};
