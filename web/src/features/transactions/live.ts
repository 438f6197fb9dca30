import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FOLLOWED_MAX, type LiveState } from '#shared/contract/live.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import { addressOf } from '../../api/client.ts';
import { retryTimes } from '../../api/retry.ts';
import { liveStateQuery } from './live-state.ts';
import { isAwaited, transactionQuery } from './queries.ts';

/** Over more than a minute of a line that works. */
const TRIES = 20;

/**
 * Follows those of the payments whose payers have a prompt on their phone, by one stream, as long as the tab is
 * seen. What is decided is read anew, and shows in every row. Where no stream can be had, nothing is told.
 */
export const useFollow = (payments: readonly Transaction[]) => {
	const client = useQueryClient();
	const seen = useDocumentVisibility() === 'visible';
	const awaited = payments.filter(isAwaited).slice(0, FOLLOWED_MAX);
	const ids = awaited.map(({ id }) => id).join(',');
	useEffect(() => {
		if (ids === '' || !seen) return;
		const source = new EventSource(addressOf(`/transactions/${ids}/events`, {}));
		source.addEventListener('state', ({ data }) => {
			const state: LiveState = JSON.parse(data);
			client.setQueryData(liveStateQuery(state.id).queryKey, state);
			// Said once: on a bad line it is asked for until it comes.
			if (state.status !== 'pending')
				void client
					.fetchQuery({
						...transactionQuery(state.id),
						...{ staleTime: 0, networkMode: 'online', retry: retryTimes(TRIES) },
					})
					.catch(() => {});
		});
		source.addEventListener('end', () => source.close());
		source.addEventListener('error', () => {
			// It comes back by itself, unless it was refused: then what it said last says nothing.
			if (source.readyState === EventSource.CLOSED)
				for (const id of ids.split(','))
					client.removeQueries({ queryKey: liveStateQuery(id).queryKey });
		});
		return () => source.close();
	}, [ids, seen, client]);
};

/** Does so for a list, which needs it only while somebody has a prompt. */
export const Follow = ({ payments }: { payments: readonly Transaction[] }) => {
	useFollow(payments);
	return null;
};
