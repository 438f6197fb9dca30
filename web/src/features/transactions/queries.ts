import {
	keepPreviousData,
	type QueryClient,
	queryOptions,
	useMutation,
	useQueryClient,
} from '@tanstack/react-query';
import type { PaymentRequest } from '#shared/contract/payment-requests.ts';
import type { ReceiptHint } from '#shared/contract/receipt-hint.ts';
import type { DeliverySettlement } from '#shared/contract/settlements.ts';
import type { Failure } from '#shared/contract/statistics.ts';
import type {
	Transaction,
	TransactionFilters,
	TransactionWithEvidence,
	UnmatchedDelivery,
} from '#shared/contract/transactions.ts';
import { ApiError } from '../../api/api-error.ts';
import { type Attempt, newKey, sendOnce } from '../../api/attempt.ts';
import { fetchData, request } from '../../api/client.ts';
import type { PageOf } from '../../api/query-keys.ts';

/** The specification's page size, fixed on this screen. */
export const PAGE_LIMIT = 10;

const KEY = 'transactions';
const text = (filters: TransactionFilters) => filters as Record<string, string | undefined>;

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
export const unmatchedQuery = (page: number) =>
	queryOptions({
		queryKey: [KEY, 'unmatched', page],
		queryFn: fetchData<PageOf<UnmatchedDelivery>>('/transactions/strays', {
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

/** Shows a payment as it has become in the rows on screen; none of them moves. */
const keepInPages = (
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
export const isAwaited = ({ status, checkout_request_id, created_at }: Transaction) =>
	status === 'pending' &&
	checkout_request_id !== null &&
	Date.now() - Date.parse(created_at) < SOON_MS;

/**
 * One payment with everything that passed about it. While it is pending it is asked for now and then, less often
 * where a stream tells what becomes of it.
 */
export const transactionQuery = (id: string, isTold = false) =>
	queryOptions({
		queryKey: [KEY, 'one', id],
		queryFn: async ({ signal, client }) => {
			const path = `/transactions/${encodeURIComponent(id)}`;
			const { data } = await request<TransactionWithEvidence>(path, { signal });
			keepInPages(client, data);
			return data;
		},
		refetchInterval: ({ state: { data } }) => {
			if (data?.status !== 'pending') return false;
			return isAwaited(data) && !isTold ? FOLLOW_MS : FOLLOW_SLOWLY_MS;
		},
	});

/** Asks M-Pesa what became of a payment, and shows the answer everywhere. */
export const useCheck = (id: string) => {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async () => {
			const path = `/transactions/${encodeURIComponent(id)}/check`;
			return (await request<TransactionWithEvidence>(path, { method: 'POST' })).data;
		},
		onSuccess: (found) => {
			client.setQueryData(transactionQuery(id).queryKey, found);
			keepInPages(client, found);
		},
	});
};

const SETTLED = 'This has been settled, with other words. Look at its history before you go on.';

/** What a person decided shows everywhere: lists, figures, and what is left to look at. */
const showDecision = (client: QueryClient) =>
	Promise.all([
		client.invalidateQueries({ queryKey: [KEY] }),
		client.invalidateQueries({ queryKey: ['statistics'] }),
	]);

/** Says why a marked payment needs no look any more. */
export const useSettleMarks = (id: string) => {
	const client = useQueryClient();
	return async (body: { reason: string }, attempt: Attempt) => {
		const path = `/transactions/${encodeURIComponent(id)}/settle`;
		const found = await sendOnce<TransactionWithEvidence>(path, body, attempt, SETTLED);
		client.setQueryData(transactionQuery(id).queryKey, found);
		void showDecision(client);
		return found;
	};
};

/** Says what an unmatched delivery is; resolves to the payment that it is about, if any. */
export const useSettleDelivery = (id: number) => {
	const client = useQueryClient();
	return async (body: DeliverySettlement, attempt: Attempt) => {
		const path = `/transactions/strays/${id}/settle`;
		const about = await sendOnce<Transaction | null>(path, body, attempt, SETTLED);
		void showDecision(client);
		return about;
	};
};

/** The payment that a failure of M-Pesa is about: it was kept, and can be looked at. */
export const paymentIn = (error: unknown) =>
	error instanceof ApiError && ['payment_refused', 'payment_unanswered'].includes(error.code ?? '')
		? (error.data as Transaction)
		: undefined;

const ARRIVED =
	'Your first try has arrived, with other details. Look for it in the list before you ask again.';

/**
 * Asks a payer to pay; resolves to the pending payment once M-Pesa has accepted. As long as it is not
 * known what came of a try, the next one goes by the same key, so that the payer is asked once.
 */
export const useAskToPay = () => {
	const client = useQueryClient();
	const showNew = () => {
		for (const shown of ['page', 'total'])
			void client.invalidateQueries({ queryKey: [KEY, shown] });
	};
	return async (body: PaymentRequest, attempt: Attempt) => {
		try {
			const payment = await sendOnce<Transaction>('/payments', body, attempt, ARRIVED);
			showNew();
			return payment;
		} catch (error) {
			const known = paymentIn(error) !== undefined;
			if (known) attempt.key = newKey();
			if (known || (error instanceof ApiError && error.code === 'idempotency_conflict')) showNew();
			throw error;
		}
	};
};

/** Failed payments of some days by result code, most frequent first. */
export const failuresQuery = (days: Pick<TransactionFilters, 'from' | 'to'>) =>
	queryOptions({
		queryKey: ['statistics', 'failures', days],
		queryFn: fetchData<Failure[]>('/statistics/failures', text(days)),
	});

/** What a receipt tells that no payment has. */
export const receiptHintQuery = (receipt: string) =>
	queryOptions({
		queryKey: [KEY, 'receipt', receipt],
		queryFn: fetchData<ReceiptHint>(`/receipts/${encodeURIComponent(receipt)}`),
	});
