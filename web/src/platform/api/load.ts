import { type EnsureQueryDataOptions, hashKey, type QueryClient } from '@tanstack/react-query';

// biome-ignore lint/suspicious/noExplicitAny: queries of any data and key
type Query<Data> = EnsureQueryDataOptions<any, any, Data, any>;

// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyQuery = Query<any>;

/**
 * Loads a query before a screen is shown, so that nothing shifts. Returns undefined once a try has failed: the screen
 * waits for the retries and reports the error.
 */
export const loadOne = async <Data>(client: QueryClient, query: Query<Data>) => {
	const hash = hashKey(query.queryKey);
	const failed = Promise.withResolvers<undefined>();
	const stop = client.getQueryCache().subscribe((event) => {
		if (event.query.queryHash !== hash || event.type !== 'updated') return;
		if (event.action.type === 'failed') failed.resolve(undefined);
	});
	try {
		const loaded = client.ensureQueryData(query).catch(() => undefined);
		return await Promise.race([loaded, failed.promise]);
	} finally {
		stop();
	}
};

/** Loads several queries at once before a screen is shown. */
export const loadAll = async (client: QueryClient, ...queries: readonly AnyQuery[]) => {
	await Promise.all(queries.map((query) => loadOne(client, query)));
};
