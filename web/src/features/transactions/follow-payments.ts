import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FOLLOWED_MAX, type LiveState } from '#shared/contract/live.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import { addressOf } from '../../api/client.ts';
import { retryTimes } from '../../api/retry.ts';
import { isAwaited, liveStateQuery, transactionQuery } from './queries.ts';

/** Retries for more than a minute on a slow connection. */
const TRIES = 20;

/** Delay before a refused stream is opened again; browsers do not retry those. */
const AGAIN_MS = 5000;

/**
 * Follows the payments whose payers have a prompt on their phone with one event stream, while the tab is visible. A
 * decided payment is loaded again, which updates its row.
 */
export const useFollow = (payments: readonly Transaction[]) => {
	const client = useQueryClient();
	const isVisible = useDocumentVisibility() === 'visible';
	const awaited = payments.filter(isAwaited).slice(0, FOLLOWED_MAX);
	const ids = awaited.map(({ id }) => id).join(',');
	const [refusals, setRefusals] = useState(0);
	useEffect(() => {
		if (ids === '' || !isVisible) return;
		let again: ReturnType<typeof setTimeout> | undefined;
		const source = new EventSource(addressOf(`/transactions/${ids}/events`, {}));
		source.addEventListener('state', ({ data }) => {
			const state: LiveState = JSON.parse(data);
			client.setQueryData(liveStateQuery(state.id).queryKey, state);
			if (state.status === 'pending') return;
			const decided = transactionQuery(state.id);
			void client
				.fetchQuery({ ...decided, staleTime: 0, networkMode: 'online', retry: retryTimes(TRIES) })
				.catch(() => {});
		});
		source.addEventListener('end', () => source.close());
		source.addEventListener('error', () => {
			// The browser reconnects unless the stream was refused; its last state is outdated then.
			if (source.readyState !== EventSource.CLOSED) return;
			for (const id of ids.split(','))
				void client.resetQueries({ queryKey: liveStateQuery(id).queryKey });
			again = setTimeout(() => setRefusals(refusals + 1), AGAIN_MS);
		});
		return () => {
			source.close();
			clearTimeout(again);
		};
	}, [ids, isVisible, client, refusals]);
};
