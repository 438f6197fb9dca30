import { queryOptions } from '@tanstack/react-query';
import type { Statistics, Trends } from '#shared/contract/statistics.ts';
import { request } from '../../api/client.ts';

/** The screen stays open all day; a minute old is fresh enough. */
const EVERY_MS = 60_000;

/** The figures of the cards. */
export const statisticsQuery = queryOptions({
	queryKey: ['statistics', 'figures'],
	queryFn: async ({ signal }) => (await request<Statistics>('/statistics', { signal })).data,
	refetchInterval: EVERY_MS,
});

/** Days, months, failures, what waits, and when M-Pesa last delivered anything. */
export const trendsQuery = queryOptions({
	queryKey: ['statistics', 'trends'],
	queryFn: async ({ signal }) => (await request<Trends>('/statistics/trends', { signal })).data,
	refetchInterval: EVERY_MS,
});
