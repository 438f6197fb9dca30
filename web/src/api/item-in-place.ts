import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ItemPlaceOf } from '#shared/contract/resource.ts';
import { isNotFound } from './api-error.ts';
import { type CrossList, foundQuery, itemQuery } from './queries.ts';

/** Delay before the names are requested again, if only the item itself could be loaded. */
const AGAIN_MS = 3_000;

/**
 * Fetches an item at its address and, as `found`, with the names of its parents, in one request. If the item is not
 * found by its id, or has another address, requests it at this address, whose error says why. If only the names are
 * missing, requests them until they arrive.
 * @example const { item, found } = useItemInPlace(allTopics, { courseId, subjectId, topicId })
 */
export const useItemInPlace = <L extends CrossList>(list: L, place: ItemPlaceOf<L['resource']>) => {
	const client = useQueryClient();
	const ids: Readonly<Record<string, string>> = place;
	const atPlace = itemQuery<L['resource']>(list.resource, place);
	const found = useQuery({
		...foundQuery(list, ids[list.resource.param] ?? ''),
		refetchInterval: ({ state: { status, error } }) =>
			status === 'error' && !isNotFound(error) && client.getQueryData(atPlace.queryKey)
				? AGAIN_MS
				: false,
	});
	const item = useQuery({ ...atPlace, enabled: !found.isPending || found.failureCount > 0 });
	return { item, found: item.data && found.data };
};
