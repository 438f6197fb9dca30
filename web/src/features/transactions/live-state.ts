import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import type { LiveState } from '#shared/contract/live.ts';

/** What a stream said last of a payment. */
export const liveStateQuery = (id: string) =>
	queryOptions<LiveState>({
		queryKey: ['transactions', 'live', id],
		queryFn: skipToken,
		staleTime: Number.POSITIVE_INFINITY,
	});

/** What is told of a payment while it is followed, and how that ended; undefined where nothing is. */
export const useLiveState = (id: string) => useQuery(liveStateQuery(id)).data;
