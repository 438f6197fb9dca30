import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ResourceWord } from '#shared/contract/content/resources.ts';
import { call, fetchCall } from './calls.ts';
import { refreshContent, trashKey } from './query-keys.ts';

type TrashFilters = { [Name in 'kind' | 'item' | 'search' | 'page']?: string | undefined };

/** Fetches a page of deletions, newest first; keeps the previous page while loading. */
export const buildDeletionsQuery = ({ kind, item, search, page }: TrashFilters) =>
	queryOptions({
		queryKey: [...trashKey, 'page', { kind, item, search, page }],
		queryFn: ({ signal }) =>
			fetchCall('GET /trash', {
				query: { kind: kind as ResourceWord | undefined, item, search, page },
				signal,
			}),
		placeholderData: keepPreviousData,
		staleTime: 0,
	});

/** Fetches the deletion that includes an item, as itself or under a parent; null if it is not in the trash. */
export const buildHoldingQuery = (id: string) =>
	queryOptions({
		queryKey: [...trashKey, 'holding', id],
		queryFn: async ({ signal }) => {
			const { data } = await fetchCall('GET /trash', { query: { item: id }, signal });
			return data[0] ?? null;
		},
		staleTime: 0,
		gcTime: 0,
	});

/** Fetches the deletion that includes an item; null also if the trash cannot be read. */
export const fetchHolding = (client: QueryClient, id: string) =>
	client.fetchQuery(buildHoldingQuery(id)).catch(() => null);

/** Deletes permanently; the server may ask for the password again. */
export const purgeDeletion = async (client: QueryClient, deletion: string) => {
	await call('DELETE /trash/:deletionId', { params: { deletionId: deletion } });
	void refreshContent(client);
};
