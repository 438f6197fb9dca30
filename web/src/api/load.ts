import type { EnsureQueryDataOptions, QueryClient } from '@tanstack/react-query';

// biome-ignore lint/suspicious/noExplicitAny: queries of any data and key
type Query<Data> = EnsureQueryDataOptions<any, any, Data, any>;

// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyQuery = Query<any>;

/**
 * Loads a query before a screen is shown, so that nothing shifts. Returns undefined for a failed one, which the screen
 * requests again and reports.
 */
export const loadOne = <Data>(client: QueryClient, query: Query<Data>) =>
	client.ensureQueryData({ ...query, retry: false }).catch(() => undefined);

/** Loads several queries at once before a screen is shown. */
export const loadAll = async (client: QueryClient, ...queries: readonly AnyQuery[]) => {
	await Promise.all(queries.map((query) => loadOne(client, query)));
};
