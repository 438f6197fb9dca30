import {
	keepPreviousData,
	type QueryClient,
	queryOptions,
	skipToken,
	useQuery,
} from '@tanstack/react-query';
import type { TransactionWithEvidence, UnmatchedDelivery } from '#shared/contract/evidence.ts';
import type { LiveState } from '#shared/contract/live.ts';
import type { AssignmentSuggestion, Payer } from '#shared/contract/payers.ts';
import type { StrayState } from '#shared/contract/strays.ts';
import type { Transaction, WaitingCounts } from '#shared/contract/transactions.ts';
import type { TransactionFilters } from '#shared/contract/transactions-query.ts';
import { fetchData, request } from '../../api/client.ts';
import type { PageOf } from '../../api/query-keys.ts';

/** The specification's page size, fixed on this screen. */
export const PAGE_LIMIT = 10;

/** What the answers about payments are kept under. */
export const KEY = 'transactions';
/** The address of what is asked or said about one payment: `pathOf(id, 'settle')`. */
export const pathOf = (id: string, ...what: string[]) =>
	['/transactions', encodeURIComponent(id), ...what].join('/');
/** Filters as a call takes them. */
export const text = (filters: TransactionFilters) => filters as Record<string, string | undefined>;

/** One page of the payments that match. It stays as it was read: rows do not move under the reader. */
export const transactionsQuery = (filters: TransactionFilters, page: number) =>
	queryOptions({
		queryKey: [KEY, 'page', filters, page],
		queryFn: fetchData<PageOf<Transaction>>('/transactions', {
			...text(filters),
			page: String(page),
			limit: String(PAGE_LIMIT),
		}),
		placeholderData: keepPreviousData,
		refetchOnWindowFocus: false,
		refetchOnReconnect: false,
	});

/** How many unmatched deliveries a page holds. */
export const UNMATCHED_LIMIT = 10;

/** One page of the deliveries that changed no payment, latest first. */
export const unmatchedQuery = (state: StrayState, search: string | undefined, page: number) =>
	queryOptions({
		queryKey: [KEY, 'unmatched', state, search, page],
		queryFn: fetchData<PageOf<UnmatchedDelivery>>('/transactions/strays', {
			state,
			search,
			page: String(page),
			limit: String(UNMATCHED_LIMIT),
		}),
		placeholderData: keepPreviousData,
	});

/** How many payments match by now. */
export const totalQuery = (filters: TransactionFilters) =>
	queryOptions({
		queryKey: [KEY, 'total', filters],
		queryFn: async ({ signal }) => {
			const query = { ...text(filters), limit: '1' };
			return (await request<PageOf<Transaction>>('/transactions', { query, signal })).data.total;
		},
		retry: false,
	});

/** Numbers of payments without an account and of unmatched deliveries. */
export const waitingQuery = queryOptions({
	queryKey: [KEY, 'waiting'],
	queryFn: fetchData<WaitingCounts>('/transactions/waiting'),
});

/** Shows a payment as it has become in the rows on screen; none of them moves. */
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
const SOON_MS = 3 * 60_000;

/** Whether a payer has a prompt on their phone, or had it a moment ago. */
export const isAwaited = (payment: Transaction) =>
	payment.status === 'pending' &&
	payment.result_code === null &&
	!payment.reported &&
	payment.checkout_request_id !== null &&
	Date.now() - Date.parse(payment.created_at) < SOON_MS;

/**
 * One payment with everything that passed about it. While it is pending it is asked for now and then, less often
 * where a stream tells what becomes of it.
 */
export const transactionQuery = (id: string, isTold = false) =>
	queryOptions({
		queryKey: [KEY, 'one', id],
		queryFn: async ({ signal, client }) => {
			const { data } = await request<TransactionWithEvidence>(pathOf(id), { signal });
			keepInPages(client, data);
			return data;
		},
		refetchInterval: ({ state: { data } }) => {
			if (data?.status !== 'pending') return false;
			return isAwaited(data) && !isTold ? FOLLOW_MS : FOLLOW_SLOWLY_MS;
		},
	});

/** What a stream said last of a payment. */
export const liveStateQuery = (id: string) =>
	queryOptions<LiveState>({
		queryKey: [KEY, 'live', id],
		queryFn: skipToken,
		staleTime: Number.POSITIVE_INFINITY,
	});

/** What is told of a payment while it is followed, and how that ended; undefined where nothing is. */
export const useLiveState = (id: string) => useQuery(liveStateQuery(id)).data;

/** Everything of the payer of a payment. */
export const payerQuery = (id: string) =>
	queryOptions({ queryKey: [KEY, 'payer', id], queryFn: fetchData<Payer>(pathOf(id, 'payer')) });

/** The accounts that a payment may be meant for. */
export const suggestionsQuery = (id: string) =>
	queryOptions({
		queryKey: [KEY, 'suggestions', id],
		queryFn: fetchData<AssignmentSuggestion[]>(pathOf(id, 'suggestions')),
	});
