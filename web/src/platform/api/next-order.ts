import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NextOrder } from '#shared/contract/content/ordering.ts';
import { type AnyResource, fillPath, type PlaceOf } from '#shared/contract/content/resource.ts';
import { request } from './client.ts';
import { loadOne } from './load.ts';
import { queryKeys } from './query-keys.ts';
import { buildRetry } from './retry.ts';

type Ordered = readonly { order_num: number }[];

/** Returns the order number of a new sibling: the highest plus one, or 1. */
export const computeNextOrder = (siblings: Ordered) =>
	siblings.reduce((highest, { order_num }) => Math.max(highest, order_num), 0) + 1;

/** Keeps the number from the loader until its screen is shown. */
const KEPT_MS = 10_000;

const buildNextOrderQuery = <R extends AnyResource>(
	client: QueryClient,
	resource: R,
	place: PlaceOf<R>,
) => {
	// The cached list of siblings works offline too.
	const siblings = client.getQueryData<Ordered>(queryKeys.list(resource, place));
	return queryOptions({
		queryKey: ['next-order', resource.key, place],
		queryFn: async ({ signal }) => {
			const path = `${fillPath(resource.path, place)}/next-order`;
			return (await request<NextOrder>(path, { signal })).data.order_num;
		},
		initialData: siblings && computeNextOrder(siblings),
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: KEPT_MS,
		retry: buildRetry(resource),
	});
};

/** Loads the order number that a form for a new item proposes, each time its screen opens. */
export const loadNextOrder = async <R extends AnyResource>(
	client: QueryClient,
	resource: R,
	place: PlaceOf<R>,
) => {
	const query = buildNextOrderQuery(client, resource, place);
	client.removeQueries({ queryKey: query.queryKey });
	await loadOne(client, query);
};

/** Returns the order number that the loader of a form for a new item has loaded. */
export const useNextOrder = <R extends AnyResource>(resource: R, place: PlaceOf<R>) =>
	useQuery(buildNextOrderQuery(useQueryClient(), resource, place));
