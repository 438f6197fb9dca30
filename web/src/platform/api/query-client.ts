import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { accountQuery } from './account.ts';
import { ApiError } from './api-error.ts';
import { retryTimes } from './retry.ts';

/** Stale time of responses: mobile data is metered, and editors are few. */
const FRESH_MS = 20_000;

// Shows the pending state of a mutation before the browser's next event, so that the second click of a double click meets
// a disabled button, also on a slow phone. The default is a task later.
notifyManager.setScheduler(queueMicrotask);

/** Creates the query cache. Without a connection, requests fail at once with a message instead of waiting. */
export const createQueryClient = () => {
	// A 403 means that the person's role has changed.
	const onError = (error: unknown) => {
		if (error instanceof ApiError && error.status === 403)
			void client.invalidateQueries({ queryKey: accountQuery.queryKey });
	};
	const client = new QueryClient({
		queryCache: new QueryCache({ onError }),
		mutationCache: new MutationCache({ onError }),
		defaultOptions: {
			queries: {
				staleTime: FRESH_MS,
				gcTime: 10 * 60_000,
				networkMode: 'always',
				refetchOnReconnect: true,
				retry: retryTimes(2),
				retryDelay: (failures) => Math.min(800 * 2 ** failures, 5_000),
			},
			mutations: { networkMode: 'always', retry: false },
		},
	});
	return client;
};
