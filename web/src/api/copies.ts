import { useQueryClient } from '@tanstack/react-query';
import type { CopyRequest } from '#shared/contract/copies.ts';
import { type AnyResource, fillPath, type ItemOf, itemPath } from '#shared/contract/resource.ts';
import { type ResourceKey, resources } from '#shared/contract/resources.ts';
import { type Attempt, sendOnce } from './attempt.ts';
import { putIntoLists } from './cached-lists.ts';
import { invalidate, queryKeys } from './query-keys.ts';
import { setRecentlySaved } from './recently-saved.ts';

const ARRIVED = 'Your first try has arrived, with other details: look for the copy in the list.';

/**
 * Makes an item once more with what lies under it; the lists show it at once. `place` is that of the item.
 * Throws `ApiError`.
 */
export const useCopy = (
	resource: AnyResource,
	{ [resource.param]: id, ...list }: Readonly<Record<string, string>>,
) => {
	const client = useQueryClient();
	return async (body: CopyRequest, attempt: Attempt): Promise<ItemOf<AnyResource>> => {
		const path = `${fillPath(itemPath(resource), { ...list, [resource.param]: id ?? '' })}/copy`;
		const made = await sendOnce<ItemOf<AnyResource>>(path, body, attempt, ARRIVED);
		const item = queryKeys.item(resource, { ...list, [resource.param]: made.id });
		client.setQueryData(item, made);
		setRecentlySaved(made.id);
		putIntoLists(client, resource, list as never, made);
		// What came with it may stand on any screen of content, and be counted there.
		const affects = Object.keys(resources) as ResourceKey[];
		void invalidate(client, { ...resource, affects }, item);
		return made;
	};
};
