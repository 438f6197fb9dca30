import {
	infiniteQueryOptions,
	keepPreviousData,
	type QueryClient,
	queryOptions,
	skipToken,
	useQuery,
} from '@tanstack/react-query';
import type { AwaitedReceipt } from '#shared/contract/awaited.ts';
import type { TransactionWithEvidence, UnmatchedDelivery } from '#shared/contract/evidence.ts';
import type { LiveState } from '#shared/contract/live.ts';
import type { AssignmentSuggestion, Payer } from '#shared/contract/payers.ts';
import type { StrayState } from '#shared/contract/strays.ts';
import type { Transaction, WaitingCounts } from '#shared/contract/transactions.ts';
import type { TransactionFilters } from '#shared/contract/transactions-query.ts';
import { fetchData, request } from '../../api/client.ts';
import type { PageOf } from '../../api/query-keys.ts';

/** The specification's page size, for payments and unmatched deliveries. */
export const PAGE_LIMIT = 10;

/** The first part of all query keys for payments. */
export const KEY = 'transactions';

/** Returns the API path of a payment, or of something below it: `pathOf(id, 'settle')`. */
export const pathOf = (id: string, ...below: string[]) =>
	['/transactions', encodeURIComponent(id), ...below].join('/');

/** Returns filters as query parameters. */
export const toQuery = (filters: TransactionFilters) =>
	filters as Record<string, string | undefined>;

/** Fetches one page of payments. Rows do not move while someone reads: only an explicit action reloads them. */
export const transactionsQuery = (filters: TransactionFilters, page: number) =>
	queryOptions({
		queryKey: [KEY, 'page', filters, page],
		queryFn: fetchData<PageOf<Transaction>>('/transactions', {
			...toQuery(filters),
			page: String(page),
			limit: String(PAGE_LIMIT),
		}),
		placeholderData: keepPreviousData,
		refetchOnWindowFocus: false,
		refetchOnReconnect: false,
	});

/** Fetches one page of the deliveries that changed no payment, newest first. */
export const unmatchedQuery = (state: StrayState, search: string | undefined, page: number) =>
	queryOptions({
		queryKey: [KEY, 'unmatched', state, search, page],
		queryFn: fetchData<PageOf<UnmatchedDelivery>>('/transactions/strays', {
			state,
			search,
			page: String(page),
			limit: String(PAGE_LIMIT),
		}),
		placeholderData: keepPreviousData,
	});

const AWAITED_LIMIT = 5;

/** Fetches awaited receipts, newest first, a few at a time. */
export const awaitedQuery = infiniteQueryOptions({
	queryKey: [KEY, 'awaited'],
	queryFn: async ({ signal, pageParam: page }) => {
		const query = { page: String(page), limit: String(AWAITED_LIMIT) };
		return (await request<PageOf<AwaitedReceipt>>('/transactions/awaited', { query, signal })).data;
	},
	initialPageParam: 1,
	getNextPageParam: ({ total }, _, page) => (page * AWAITED_LIMIT < total ? page + 1 : undefined),
	select: ({ pages }) => pages.flatMap(({ data }) => data),
});

/** Fetches the current number of payments that match. */
export const totalQuery = (filters: TransactionFilters) =>
	queryOptions({
		queryKey: [KEY, 'total', filters],
		queryFn: async ({ signal }) => {
			const query = { ...toQuery(filters), limit: '1' };
			return (await request<PageOf<Transaction>>('/transactions', { query, signal })).data.total;
		},
		retry: false,
	});

/** Fetches the numbers of unassigned payments and of unmatched deliveries. */
export const waitingQuery = queryOptions({
	queryKey: [KEY, 'waiting'],
	queryFn: fetchData<WaitingCounts>('/transactions/waiting'),
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
const FOLLOW_SLOWLY_MS = 20_000;
/** A prompt stays on a phone for about a minute, and M-Pesa may take another. */
const PROMPT_MS = 3 * 60_000;

/** Returns whether the payer has a prompt on their phone, or had one a moment ago. */
export const isAwaited = (payment: Transaction) =>
	payment.status === 'pending' &&
	payment.result_code === null &&
	!payment.reported &&
	payment.checkout_request_id !== null &&
	Date.now() - Date.parse(payment.created_at) < PROMPT_MS;

/** Fetches a payment with its evidence; polls while it is pending, less often if a stream reports its state. */
export const transactionQuery = (id: string, hasStream = false) =>
	queryOptions({
		queryKey: [KEY, 'one', id],
		queryFn: async ({ signal, client }) => {
			const { data } = await request<TransactionWithEvidence>(pathOf(id), { signal });
			keepInPages(client, data);
			return data;
		},
		refetchInterval: ({ state: { data } }) => {
			if (data?.status !== 'pending') return false;
			return isAwaited(data) && !hasStream ? FOLLOW_MS : FOLLOW_SLOWLY_MS;
		},
	});

/** Holds the last state that the event stream reported for a payment. */
export const liveStateQuery = (id: string) =>
	queryOptions<LiveState>({
		queryKey: [KEY, 'live', id],
		queryFn: skipToken,
		staleTime: Number.POSITIVE_INFINITY,
	});

/** Returns the last state that the event stream reported for a payment; undefined without a stream. */
export const useLiveState = (id: string) => useQuery(liveStateQuery(id)).data;

/** Fetches the payer of a payment. */
export const payerQuery = (id: string) =>
	queryOptions({ queryKey: [KEY, 'payer', id], queryFn: fetchData<Payer>(pathOf(id, 'payer')) });

/** Fetches the accounts that a payment may be meant for. */
export const suggestionsQuery = (id: string) =>
	queryOptions({
		queryKey: [KEY, 'suggestions', id],
		queryFn: fetchData<AssignmentSuggestion[]>(pathOf(id, 'suggestions')),
	});
