import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AuditActor, AuditPage } from '#shared/contract/audit.ts';
import type { AuditQuery } from '#shared/contract/audit-query.ts';
import type { ContentKind } from '#shared/contract/resources.ts';
import { fetchData, request } from './client.ts';

/** What may be asked of the audit trail; how much at once is ours to say. */
export type AuditFilters = Omit<AuditQuery, 'before' | 'limit'>;

/**
 * The audit trail, newest first, as one list that grows by `fetchNextPage`. What was done a moment ago
 * is in it, so it is read anew whenever it is opened.
 * @example useInfiniteQuery(auditQuery({ item_kind: 'topic', item_id: topicId }))
 */
export const auditQuery = (filters: AuditFilters) =>
	growing(['audit', 'rows', filters], '/audit', filters);

const growing = (queryKey: readonly unknown[], path: string, filters: AuditFilters) =>
	infiniteQueryOptions({
		queryKey,
		queryFn: async ({ signal, pageParam }) => {
			const query = { ...filters, before: pageParam } as Record<string, string | undefined>;
			return (await request<AuditPage>(path, { query, signal })).data;
		},
		initialPageParam: undefined as string | undefined,
		getNextPageParam: ({ next }) => next ?? undefined,
		select: ({ pages }) => pages.flatMap(({ data }) => data),
		staleTime: 0,
		refetchOnWindowFocus: false,
	});

/** The history of one item of content, for whoever may edit it: as `auditQuery`, without addresses. */
export const historyQuery = (kind: ContentKind, id: string) =>
	growing(['audit', 'history', kind, id], `/history/${kind}/${encodeURIComponent(id)}`, {});

/** Who changed an item of content last, and when, for whoever may edit it; null where nothing is written down. */
export const lastChangeQuery = (kind: ContentKind, id: string) =>
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

/** Everybody who ever did something, for a filter. */
export const auditActorsQuery = queryOptions({
	queryKey: ['audit', 'actors'],
	queryFn: fetchData<AuditActor[]>('/audit/actors'),
});
