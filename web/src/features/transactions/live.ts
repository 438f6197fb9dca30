import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FOLLOWED_MAX, type LiveState } from '#shared/contract/live.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import { addressOf } from '../../api/client.ts';
import { retryTimes } from '../../api/retry.ts';
import { isAwaited, liveStateQuery, transactionQuery } from './queries.ts';

/** Over more than a minute of a line that works. */
const TRIES = 20;

/** After this a stream that was refused is asked for again: a browser does not, whatever refused it. */
const AGAIN_MS = 5000;

/**
 * Follows those of the payments whose payers have a prompt on their phone, by one stream, as long as the tab is
 * seen. What is decided is read anew, and shows in every row. While no stream can be had, nothing is told.
 */
export const useFollow = (payments: readonly Transaction[]) => {
	const client = useQueryClient();
	const seen = useDocumentVisibility() === 'visible';
	const awaited = payments.filter(isAwaited).slice(0, FOLLOWED_MAX);
	const ids = awaited.map(({ id }) => id).join(',');
	const [refused, refuse] = useState(0);
	useEffect(() => {
		if (ids === '' || !seen) return;
		let again: ReturnType<typeof setTimeout> | undefined;
		const source = new EventSource(addressOf(`/transactions/${ids}/events`, {}));
		source.addEventListener('state', ({ data }) => {
			const state: LiveState = JSON.parse(data);
			client.setQueryData(liveStateQuery(state.id).queryKey, state);
			// Said once: on a bad line it is asked for until it comes.
			if (state.status !== 'pending')
				void client
					.fetchQuery({
						...transactionQuery(state.id),
						staleTime: 0,
						networkMode: 'online',
						retry: retryTimes(TRIES),
					})
					.catch(() => {});
		});
		source.addEventListener('end', () => source.close());
		source.addEventListener('error', () => {
			// It comes back by itself, unless it was refused: then what it said last says nothing.
			if (source.readyState !== EventSource.CLOSED) return;
			for (const id of ids.split(','))
				void client.resetQueries({ queryKey: liveStateQuery(id).queryKey });
			again = setTimeout(() => refuse(refused + 1), AGAIN_MS);
		});
		return () => {
			source.close();
			clearTimeout(again);
		};
	}, [ids, seen, client, refused]);
};
