import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SearchAnswer } from '#shared/contract/search.ts';
import { searched } from '#shared/receipts.ts';
import { fetchData } from '../../api/client.ts';

/** Pause in typing before a request, because requests cost mobile data. */
const PAUSE_MS = 250;
const SHORTEST = 2;
/** After this time the palette reports a slow connection. */
const SLOW_MS = 2_500;
const FRESH_MS = 10_000;

/** Returns whether a condition has been true for this time. */
const useLong = (is: boolean, ms: number) => {
	const [long, set] = useState(false);
	useEffect(() => {
		if (!is) return;
		const timer = setTimeout(() => set(true), ms);
		return () => {
			clearTimeout(timer);
			set(false);
		};
	}, [is, ms]);
	return is && long;
};

/**
 * Searches the server once typing pauses, and aborts outdated requests. From an M-Pesa message only the receipts are
 * sent, so that access logs do not contain the rest.
 */
export const useServerSearch = (text: string) => {
	const wanted = searched(text);
	const enough = [...wanted].length >= SHORTEST;
	const [paused, pause] = useState('');
	useEffect(() => {
		const timer = setTimeout(() => pause(wanted), PAUSE_MS);
		return () => clearTimeout(timer);
	}, [wanted]);
	const requestedText = enough && paused === wanted ? wanted : '';
	const query = useQuery({
		queryKey: ['search', requestedText],
		queryFn: fetchData<SearchAnswer>('/search', { q: requestedText }),
		enabled: requestedText !== '',
		staleTime: FRESH_MS,
		placeholderData: keepPreviousData,
	});
	const { data, isPlaceholderData, isError, isFetching } = query;
	const failed = requestedText !== '' && isError && !isFetching;
	return {
		/** Response for this text, or for the previous text while loading. */
		answer: enough && !failed ? data : undefined,
		searchedText: wanted,
		/** True if the response is not for this text yet. */
		stale: enough && !failed && (isPlaceholderData || data === undefined),
		searching: enough && (requestedText === '' || isFetching),
		slow: useLong(enough && isFetching, SLOW_MS),
		error: failed ? query.error : undefined,
		retry: () => void query.refetch(),
		/** Requests at once, without waiting for a pause. */
		askNow: () => pause(wanted),
	};
};
