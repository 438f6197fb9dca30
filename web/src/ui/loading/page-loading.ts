import type { UseQueryResult } from '@tanstack/react-query';
import { createContext } from 'react';

/** An answer that may still be on its way. */
export type AwaitedQuery = Pick<UseQueryResult<unknown, unknown>, 'isPending' | 'failureCount'>;

/**
 * Whether one of the answers that a screen shows together is still on its way. What stands above the others
 * (a name in the heading) would move them when it comes, so all are shown once the last is there; one
 * that has failed and is asked for again is not waited for.
 * @example const loading = useAnyLoading(course, list); … <Page loading={loading}>
 */
export const useAnyLoading = (...queries: readonly AwaitedQuery[]) =>
	queries.some(({ isPending, failureCount }) => isPending && failureCount === 0);

/** What its `Page` says of that to every `Loaded` on a screen. */
export const PageLoading = createContext(false);
