import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { accountQuery } from './account.ts';
import { queryCall } from './calls.ts';
import { loadOne } from './load.ts';

/** Number of problems listed outside of the page of an item. */
const SHOWN = '3';

/** Fetches the open problems of an item, or the newest of all items. */
export const buildProblemsQuery = (itemId: string | undefined) => {
	const of = itemId === undefined ? { limit: SHOWN } : { item_id: itemId };
	return queryOptions({
		queryKey: ['problems', of],
		queryFn: queryCall('GET /problems', { query: { state: 'open', ...of } }),
	});
};

/** Number of reports that are closed at once, at most. */
const CLOSED_MAX = '100';

/** Fetches the open problems of an item, or of all items, that are closed at once. */
export const buildOpenProblemsQuery = (itemId: string | undefined) => {
	const of = { limit: CLOSED_MAX, ...(itemId && { item_id: itemId }) };
	return queryOptions({
		queryKey: ['problems', 'open', of],
		queryFn: queryCall('GET /problems', { query: { state: 'open', ...of } }),
		staleTime: 0,
	});
};

/** Loads open problems before a screen is shown, for people who may edit. */
export const loadProblems = async (client: QueryClient, itemId?: string) => {
	const account = await loadOne(client, accountQuery);
	if (account?.permissions.includes('content:write'))
		await loadOne(client, buildProblemsQuery(itemId));
};
