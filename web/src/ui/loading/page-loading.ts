import type { UseQueryResult } from '@tanstack/react-query';
import { createContext } from 'react';

/** A query that may still be loading. */
export type AwaitedQuery = Pick<UseQueryResult<unknown, unknown>, 'isPending' | 'failureCount'>;

/**
 * Returns whether a query of the page is still loading for the first time. A page shows its content once all are
 * loaded, because a late name in the heading would shift the layout; a query that failed and is being retried does not
 * count.
 * @example const loading = useAnyLoading(course, list); … <Page loading={loading}>
 */
export const useAnyLoading = (...queries: readonly AwaitedQuery[]) =>
	queries.some(({ isPending, failureCount }) => isPending && failureCount === 0);

/** Tells every `Loaded` of a `Page` that the page is still loading. */
export const PageLoading = createContext(false);
