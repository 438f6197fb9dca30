import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AuditActor, AuditPage, AuditRow } from '#shared/contract/audit.ts';
import type { AuditQuery } from '#shared/contract/audit-query.ts';
import type { ContentKind } from '#shared/contract/resources.ts';
import { fetchData, request } from './client.ts';

/** What may be asked of the audit trail; what comes on which page is ours to say. */
export type AuditFilters = Omit<AuditQuery, keyof AuditPlace>;

/** Where a page begins, and how much is on it. */
type AuditPlace = Pick<AuditQuery, 'before' | 'skip_operation' | 'limit'>;

/** The operation over many items, or the import, that a row is of or about; null for what was done by itself. */
export const operationOf = ({ details }: AuditRow) => (details?.operation ?? null) as string | null;

/** Whether a row is about all that an operation or an import did; rows about each item are below it. */
export const isAboutAll = (row: AuditRow) =>
	(row.item.kind === 'operation' || row.item.kind === 'catalogue') && operationOf(row) !== null;

/** Past what an operation did to each item, where the row about all of it is there and the page ends within it. */
const pastOperation = (rows: readonly AuditRow[]) => {
	const [last] = rows.slice(-1);
	const operation = last && operationOf(last);
	const isTold = rows.some((row) => isAboutAll(row) && operationOf(row) === operation);
	return operation && isTold ? { skip_operation: operation } : {};
};

const pageOf = (path: string, query: AuditFilters & AuditPlace, signal: AbortSignal) =>
	request<AuditPage>(path, { query: query as Record<string, string | undefined>, signal });

/**
 * The audit trail, newest first, as one list that grows by `fetchNextPage`: of an operation over hundreds of items
 * only the first page is in it (`operationRowsQuery` has the rest). What was done a moment ago is in it, so it is read
 * anew whenever it is opened.
 * @example useInfiniteQuery(auditQuery({ item_kind: 'topic', item_id: topicId }))
 */
export const auditQuery = (filters: AuditFilters) =>
	growing(['audit', 'rows', filters], '/audit', filters);

const growing = (queryKey: readonly unknown[], path: string, filters: AuditFilters) =>
	infiniteQueryOptions({
		queryKey,
		queryFn: async ({ signal, pageParam }) =>
			(await pageOf(path, { ...filters, ...pageParam }, signal)).data,
		initialPageParam: {} as AuditPlace,
		getNextPageParam: ({ next }, pages) =>
			next === null
				? undefined
				: { before: next, ...pastOperation(pages.flatMap(({ data }) => data)) },
		select: ({ pages }) => pages.flatMap(({ data }) => data),
		staleTime: 0,
		refetchOnWindowFocus: false,
	});

/** So many rows of others, one after the other, say that an operation is over. */
const BETWEEN = 20;

/** What an operation did to each item, from below the row `before` on, newest first, as one list that grows. */
export const operationRowsQuery = (operation: string, before: string) => {
	const ofIt = ({ data }: AuditPage) => data.filter((row) => operationOf(row) === operation);
	return infiniteQueryOptions({
		queryKey: ['audit', 'operation', operation, before],
		queryFn: async ({ signal, pageParam }) =>
			(await pageOf('/audit', { before: pageParam, limit: '100' }, signal)).data,
		initialPageParam: before,
		// What others did meanwhile may lie between, a row or a few.
		getNextPageParam: ({ data, next }) =>
			ofIt({ data: data.slice(-BETWEEN), next }).length > 0 ? next : undefined,
		select: ({ pages }) => pages.flatMap(ofIt),
		refetchOnWindowFocus: false,
	});
};

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
