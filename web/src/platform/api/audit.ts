import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ContentKind } from '#shared/contract/content/resources.ts';
import type { AuditActor, AuditPage, AuditQuery } from '#shared/contract/platform/audit.ts';
import { fetchData, request } from './client.ts';

/** The filters of the audit trail, without its paging. */
export type AuditFilters = Omit<AuditQuery, 'before' | 'limit'>;

const buildPagesQuery = (queryKey: readonly unknown[], path: string, filters: AuditFilters) =>
	infiniteQueryOptions({
		queryKey,
		queryFn: async ({ signal, pageParam }) =>
			(
				await request<AuditPage>(path, {
					query: { ...filters, before: pageParam } as Record<string, string | undefined>,
					signal,
				})
			).data,
		initialPageParam: undefined as string | undefined,
		getNextPageParam: ({ next }) => next ?? undefined,
		select: ({ pages }) => pages.flatMap(({ data }) => data),
		staleTime: 0,
		refetchOnWindowFocus: false,
	});

/**
 * Fetches the audit trail page by page, newest first.
 * @example useInfiniteQuery(buildAuditQuery({ item_kind: 'topic', item_id: topicId }))
 */
export const buildAuditQuery = (filters: AuditFilters) =>
	buildPagesQuery(['audit', 'rows', filters], '/audit', filters);

/** Fetches the history of one item for people who may edit it: `buildAuditQuery` without network addresses. */
export const buildHistoryQuery = (kind: ContentKind, id: string) =>
	buildPagesQuery(['audit', 'history', kind, id], `/history/${kind}/${encodeURIComponent(id)}`, {});

/** Fetches the newest audit row of an item; null when there is none. */
export const buildLastChangeQuery = (kind: ContentKind, id: string) =>
	queryOptions({
		queryKey: ['audit', 'last', kind, id],
		queryFn: async ({ signal }) => {
			const path = `/history/${kind}/${encodeURIComponent(id)}`;
			const { data } = await request<AuditPage>(path, { query: { limit: '1' }, signal });
			return data.data[0] ?? null;
		},
		staleTime: 0,
		gcTime: 0,
	});

/** Fetches every actor in the audit trail, for the filter. */
export const auditActorsQuery = queryOptions({
	queryKey: ['audit', 'actors'],
	queryFn: fetchData<AuditActor[]>('/audit/actors'),
});
