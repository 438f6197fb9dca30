import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { AnyResource } from '#shared/contract/resource.ts';

type Ids = Readonly<Record<string, string>>;

/** The addresses of the cache: everything about one resource lies under its key. */
export const keys = {
	of: (resource: AnyResource) => [resource.key] as const,
	list: (resource: AnyResource, place: Ids) => [resource.key, 'list', place] as const,
	item: (resource: AnyResource, place: Ids) => [resource.key, 'item', place] as const,
	all: (resource: AnyResource, query: object) => [resource.key, 'all', query] as const,
	nextOrder: (resource: AnyResource, place: Ids) => [resource.key, 'next-order', place] as const,
	contents: (resource: AnyResource, place: Ids) => [resource.key, 'contents', place] as const,
};

/**
 * Whose answers also show something of a resource: its name beside what lies under it,
 * its number above it. A change makes those stale as well.
 */
const alsoShownBy: Readonly<Record<string, readonly string[]>> = {
	courses: ['subjects', 'examSets', 'topics', 'pastPapers'],
	subjects: ['topics', 'pastPapers'],
	topics: ['subjects'],
	examSets: ['pastPapers'],
	pastPapers: ['subjects'],
};

/**
 * Fetches again what is on screen and shows the resource; what is not on screen is only marked.
 * `except` is left alone: the item that was just deleted.
 */
export const invalidate = (
	client: QueryClient,
	resource: AnyResource,
	except?: readonly unknown[],
) => {
	const others = alsoShownBy[resource.key] ?? [];
	const spared = except && hashKey(except);
	return client.invalidateQueries({
		predicate: ({ queryKey, queryHash }) =>
			queryHash !== spared &&
			// Asked afresh when a warning or a form opens; the one that is closing has nothing to ask about.
			queryKey[1] !== 'contents' &&
			queryKey[1] !== 'next-order' &&
			(queryKey[0] === resource.key || others.includes(queryKey[0] as string)),
	});
};
