import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AuditActor, AuditPage, AuditQuery } from '#shared/contract/audit.ts';
import { request } from './client.ts';

/** What may be asked of the audit trail; how much at once is ours to say. */
export type AuditFilters = Omit<AuditQuery, 'before' | 'limit'>;

/**
 * The audit trail, newest first, as one list that grows by `fetchNextPage`. What was done a moment ago
 * is in it, so it is read anew whenever it is opened.
 * @example useInfiniteQuery(auditQuery({ item_kind: 'topic', item_id: topicId }))
 */
export const auditQuery = (filters: AuditFilters) =>
	infiniteQueryOptions({
		queryKey: ['audit', 'rows', filters],
		queryFn: async ({ signal, pageParam }) => {
			const query = { ...filters, before: pageParam } as Record<string, string | undefined>;
			return (await request<AuditPage>('/audit', { query, signal })).data;
		},
		initialPageParam: undefined as string | undefined,
		getNextPageParam: ({ next }) => next ?? undefined,
		select: ({ pages }) => pages.flatMap(({ data }) => data),
		staleTime: 0,
		refetchOnWindowFocus: false,
	});

/** Everybody who ever did something, for a filter. */
export const auditActorsQuery = queryOptions({
	queryKey: ['audit', 'actors'],
	queryFn: async ({ signal }) => (await request<AuditActor[]>('/audit/actors', { signal })).data,
});
