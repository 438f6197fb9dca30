import { queryOptions } from '@tanstack/react-query';
import type { Statistics, Trends } from '#shared/contract/statistics.ts';
import { fetchData } from '../../api/client.ts';

/** The screen stays open all day; a minute old is fresh enough. */
const EVERY_MS = 60_000;

/** The figures of the cards. */
export const statisticsQuery = queryOptions({
	queryKey: ['statistics', 'figures'],
	queryFn: fetchData<Statistics>('/statistics'),
	refetchInterval: EVERY_MS,
});

/** Days, months, failures, what waits, and when M-Pesa last delivered anything. */
export const trendsQuery = queryOptions({
	queryKey: ['statistics', 'trends'],
	queryFn: fetchData<Trends>('/statistics/trends'),
	refetchInterval: EVERY_MS,
});
