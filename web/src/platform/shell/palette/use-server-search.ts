import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toSearchText } from '#shared/receipts.ts';
import { queryCall } from '../../api/calls.ts';

/** Pause in typing before a request, because requests cost mobile data. */
const PAUSE_MS = 250;
const SHORTEST = 2;
/** After this time the palette reports a slow connection. */
const SLOW_MS = 2_500;
const FRESH_MS = 10_000;

/** Returns whether a condition has been true for this time. */
const useTrueFor = (condition: boolean, ms: number) => {
	const [long, set] = useState(false);
	useEffect(() => {
		if (!condition) return;
		const timer = setTimeout(() => set(true), ms);
		return () => {
			clearTimeout(timer);
			set(false);
		};
	}, [condition, ms]);
	return condition && long;
};

/**
 * Searches the server once typing pauses, and aborts outdated requests. From an M-Pesa message only the receipts are
 * sent, so that access logs do not contain the rest.
 */
export const useServerSearch = (text: string) => {
	const normalizedText = toSearchText(text);
	const isLongEnough = [...normalizedText].length >= SHORTEST;
	const [paused, pause] = useState('');
	useEffect(() => {
		const timer = setTimeout(() => pause(normalizedText), PAUSE_MS);
		return () => clearTimeout(timer);
	}, [normalizedText]);
	const requestedText = isLongEnough && paused === normalizedText ? normalizedText : '';
	const query = useQuery({
		queryKey: ['search', requestedText],
		queryFn: queryCall('GET /search', { query: { q: requestedText } }),
		enabled: requestedText !== '',
		staleTime: FRESH_MS,
		placeholderData: keepPreviousData,
	});
	const { data, isPlaceholderData, isError, isFetching } = query;
	const failed = requestedText !== '' && isError && !isFetching;
	return {
		/** Response for this text, or for the previous text while loading. */
		answer: isLongEnough && !failed ? data : undefined,
		searchedText: normalizedText,
		/** True if the response is not for this text yet. */
		stale: isLongEnough && !failed && (isPlaceholderData || data === undefined),
		searching: isLongEnough && (requestedText === '' || isFetching),
		slow: useTrueFor(isLongEnough && isFetching, SLOW_MS),
		error: failed ? query.error : undefined,
		retry: () => void query.refetch(),
		/** Requests at once, without waiting for a pause. */
		askNow: () => pause(normalizedText),
	};
};
