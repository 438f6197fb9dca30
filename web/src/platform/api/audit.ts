import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ContentKind } from '#shared/contract/content/resources.ts';
import type { AuditPage, AuditQuery } from '#shared/contract/platform/audit.ts';
import { fetchCall, queryCall } from './calls.ts';

/** The filters of the audit trail, without its paging. */
export type AuditFilters = Omit<AuditQuery, 'before' | 'limit'>;

type ReadPage = (before: string | undefined, signal: AbortSignal) => Promise<AuditPage>;

const buildPagesQuery = (queryKey: readonly unknown[], read: ReadPage) =>
	infiniteQueryOptions({
		queryKey,
		queryFn: ({ signal, pageParam }) => read(pageParam, signal),
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
	buildPagesQuery(['audit', 'rows', filters], (before, signal) =>
		fetchCall('GET /audit', { query: { ...filters, before }, signal }),
	);

/** Fetches the history of one item for people who may edit it: `buildAuditQuery` without network addresses. */
export const buildHistoryQuery = (kind: ContentKind, id: string) =>
	buildPagesQuery(['audit', 'history', kind, id], (before, signal) =>
		fetchCall('GET /history/:kind/:id', { params: { kind, id }, query: { before }, signal }),
	);

/** Fetches the newest audit row of an item; null when there is none. */
export const buildLastChangeQuery = (kind: ContentKind, id: string) =>
	queryOptions({
		queryKey: ['audit', 'last', kind, id],
		queryFn: async ({ signal }) => {
			const sent = { params: { kind, id }, query: { limit: '1' }, signal };
			const { data } = await fetchCall('GET /history/:kind/:id', sent);
			return data[0] ?? null;
		},
		staleTime: 0,
		gcTime: 0,
	});

/** Fetches every actor in the audit trail, for the filter. */
export const auditActorsQuery = queryOptions({
	queryKey: ['audit', 'actors'],
	queryFn: queryCall('GET /audit/actors'),
});
