import { useQuery } from '@tanstack/react-query';
import type { ItemPlaceOf } from '#shared/contract/resource.ts';
import { type CrossList, foundQuery, itemQuery } from './queries.ts';

/**
 * An item at its place and, as `found`, with the names of what it lies under, by one question. Where it is not found its
 * place is asked, and so it is where it lies at another, and says why it is not there.
 * @example const { item, found } = useItemInPlace(allTopics, { courseId, subjectId, topicId })
 */
export const useItemInPlace = <L extends CrossList>(list: L, place: ItemPlaceOf<L['resource']>) => {
	const ids: Readonly<Record<string, string>> = place;
	const found = useQuery(foundQuery(list, ids[list.resource.param] ?? ''));
	const item = useQuery({
		...itemQuery<L['resource']>(list.resource, place),
		enabled: !found.isPending || found.failureCount > 0,
	});
	return { item, found: item.data && found.data };
};
