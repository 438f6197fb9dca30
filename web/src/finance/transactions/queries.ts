import { useDocumentVisibility } from '@mantine/hooks';
import {
	type QueryClient,
	queryOptions,
	skipToken,
	useQuery,
	useQueryClient,
} from '@tanstack/react-query';
import { useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { now } from '#shared/clock.ts';
import type { TransactionWithEvidence } from '#shared/contract/finance/evidence.ts';
import {
	FOLLOWED_MAX,
	type LiveState,
	type Transaction,
} from '#shared/contract/finance/transactions.ts';
import type { TransactionFilters } from '#shared/contract/finance/transactions-query.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { call, fetchCall, queryCall } from '../../platform/api/calls.ts';
import { buildAddress } from '../../platform/api/client.ts';
import { buildPageQuery, type PageOf } from '../../platform/api/query-keys.ts';
import { retryTimes } from '../../platform/api/retry.ts';
import { buildTagKey } from '../ui/decide/send.ts';

/** The specification's page size, for payments and unmatched deliveries. */
export const PAGE_LIMIT = 10;

/** The first part of all query keys for payments. */
export const KEY = 'transactions';

/** The first part of all query keys for lists of accounts. */
export const ACCOUNTS_KEY = 'accounts';

/** Fetches one page of payments. Rows do not move while someone reads: only an explicit action reloads them. */
export const buildTransactionsQuery = (filters: TransactionFilters, page: number) =>
	queryOptions({
		...buildPageQuery([KEY, 'page', filters], 'GET /transactions', filters, page, PAGE_LIMIT),
		refetchOnWindowFocus: false,
		refetchOnReconnect: false,
	});

/**
 * Fetches the current number of payments that match. `shown` is the number on screen: a total from before does not
 * count if rows have left the list since.
 */
export const buildTotalQuery = (filters: TransactionFilters, shown?: number) =>
	queryOptions({
		queryKey: [KEY, 'total', filters, shown],
		queryFn: async ({ signal }) => {
			const query = { ...filters, limit: '1' };
			return (await fetchCall('GET /transactions', { query, signal })).total;
		},
		retry: false,
	});

/** Updates a payment in all loaded pages, in place. */
export const keepInPages = (
	client: QueryClient,
	{ evidence: _, history: __, ...row }: TransactionWithEvidence,
) =>
	client.setQueriesData<PageOf<Transaction>>(
		{ queryKey: [KEY, 'page'] },
		(page) => page && { ...page, data: page.data.map((each) => (each.id === row.id ? row : each)) },
	);

const FOLLOW_MS = 3_000;
const FOLLOW_SLOWLY_MS = 10_000;
/** A prompt stays on a phone for about a minute, and M-Pesa may take another. */
const PROMPT_MS = 3 * 60_000;

/** Returns whether the payer has a prompt on their phone, or had one a moment ago. */
export const hasPrompt = (payment: Transaction) =>
	payment.status === 'pending' &&
	payment.result_code === null &&
	!payment.reported &&
	payment.checkout_request_id !== null &&
	now() - Date.parse(payment.created_at) < PROMPT_MS;

/**
 * Fetches a payment with its evidence; polls, so that an open payment follows what others do, and more often while the
 * payer has a prompt that no stream reports (decision 0133).
 */
export const buildTransactionQuery = (id: string, hasStream = false) =>
	queryOptions({
		queryKey: [KEY, 'one', id],
		queryFn: async ({ signal, client }) => {
			const { data, etag } = await call('GET /transactions/:id', { params: { id }, signal });
			client.setQueryData(buildTagKey(id), etag);
			keepInPages(client, data);
			return data;
		},
		refetchInterval: ({ state: { data } }) => {
			return data && hasPrompt(data) && !hasStream ? FOLLOW_MS : FOLLOW_SLOWLY_MS;
		},
	});

/** Holds the last state that the event stream reported for a payment. */
const buildLiveStateQuery = (id: string) =>
	queryOptions<LiveState>({
		queryKey: [KEY, 'live', id],
		queryFn: skipToken,
		staleTime: Number.POSITIVE_INFINITY,
	});

/** Returns the last state that the event stream reported for a payment; undefined without a stream. */
export const useLiveState = (id: string) => useQuery(buildLiveStateQuery(id)).data;

/** Fetches the payer of a payment. */
export const buildPayerQuery = (id: string) =>
	queryOptions({
		queryKey: [KEY, 'payer', id],
		queryFn: queryCall('GET /transactions/:id/payer', { params: { id } }),
	});

/** Fetches the access of the account of a payment; null for a payment without an account. */
export const accountQuery = (id: string) =>
	queryOptions({
		queryKey: [KEY, 'account', id],
		queryFn: async ({ signal }) => {
			try {
				return await fetchCall('GET /accounts/:account', { params: { account: id }, signal });
			} catch (error) {
				if (error instanceof ApiError && error.status === 404) return null;
				throw error;
			}
		},
	});

/** Fetches the access of the account of a completed payment. */
export const buildAccessQuery = ({ id, status }: Pick<Transaction, 'id' | 'status'>) => ({
	...accountQuery(id),
	enabled: status === 'completed',
});

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
	const awaited = payments.filter(hasPrompt).slice(0, FOLLOWED_MAX);
	const ids = awaited.map(({ id }) => id).join(',');
	const [refusals, setRefusals] = useState(0);
	useEffect(() => {
		if (ids === '' || !isVisible) return;
		let again: ReturnType<typeof setTimeout> | undefined;
		const source = new EventSource(buildAddress(`/transactions/${ids}/events`, {}));
		source.addEventListener('state', ({ data }) => {
			const state: LiveState = JSON.parse(data);
			client.setQueryData(buildLiveStateQuery(state.id).queryKey, state);
			if (state.status === 'pending') return;
			const decided = buildTransactionQuery(state.id);
			void client
				.fetchQuery({ ...decided, staleTime: 0, networkMode: 'online', retry: retryTimes(TRIES) })
				.catch(() => {});
		});
		source.addEventListener('end', () => source.close());
		source.addEventListener('error', () => {
			// The browser reconnects unless the stream was refused; its last state is outdated then.
			if (source.readyState !== EventSource.CLOSED) return;
			for (const id of ids.split(','))
				void client.resetQueries({ queryKey: buildLiveStateQuery(id).queryKey });
			again = setTimeout(() => setRefusals(refusals + 1), AGAIN_MS);
		});
		return () => {
			source.close();
			clearTimeout(again);
		};
	}, [ids, isVisible, client, refusals]);
};

declare module '@tanstack/react-router' {
	interface HistoryState {
		/** Whether the previous history entry is the list, so that closing goes back. */
		listBefore?: boolean;
	}
}

const LIST = '/admin/transactions';

/**
 * Returns the payment of the address, and functions that open and close one. The list keeps its search and page; Back
 * closes a payment that was opened from the list, also after stepping through rows.
 */
export const useOpenPayment = () => {
	const { transactionId: id } = useParams({ strict: false });
	const navigate = useNavigate();
	const router = useRouter();
	const show = useCallback(
		(next: string, search: true | object = true) => {
			const { state, pathname } = router.state.location;
			const open = pathname !== LIST;
			void navigate({
				to: '/admin/transactions/$transactionId',
				params: { transactionId: next },
				search: search as true,
				replace: open,
				resetScroll: false,
				state: {
					// On another page of the list, Back would lead to the first one.
					listBefore: !open || (search === true && (state.listBefore ?? false)),
				},
			});
		},
		[navigate, router],
	);
	const close = () => {
		if (router.state.location.state.listBefore) router.history.back();
		else void navigate({ to: LIST, search: true, replace: true, resetScroll: false });
	};

	return { id, show, close };
};
