import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
	StrayDelivery,
	Transaction,
	TransactionFilters,
	TransactionWithEvidence,
} from '#shared/contract/transactions.ts';
import { request } from '../../api/client.ts';
import type { PageOf } from '../../api/queries.ts';

/** The specification's page size, fixed on this screen. */
export const PAGE_LIMIT = 10;

const KEY = 'transactions';
const text = (filters: TransactionFilters) => filters as Record<string, string | undefined>;

/** One page of the payments that match. It stays as it was read: rows do not move under the reader. */
export const transactionsQuery = (filters: TransactionFilters, page: number) =>
	queryOptions({
		queryKey: [KEY, 'page', filters, page],
		queryFn: async ({ signal }) => {
			const query = { ...text(filters), page: String(page), limit: String(PAGE_LIMIT) };
			return (await request<PageOf<Transaction>>('/transactions', { query, signal })).data;
		},
		placeholderData: keepPreviousData,
		refetchOnWindowFocus: false,
		refetchOnReconnect: false,
	});

/** How many stray deliveries a page holds. */
export const STRAYS_LIMIT = 10;

/** One page of the deliveries that changed no payment, latest first. */
export const straysQuery = (page: number) =>
	queryOptions({
		queryKey: [KEY, 'strays', page],
		queryFn: async ({ signal }) => {
			const query = { page: String(page), limit: String(STRAYS_LIMIT) };
			return (await request<PageOf<StrayDelivery>>('/transactions/strays', { query, signal })).data;
		},
		placeholderData: keepPreviousData,
	});

const PEEK_MS = 15_000;

/** How many payments match by now, asked again and again while the screen is looked at. */
export const totalQuery = (filters: TransactionFilters) =>
	queryOptions({
		queryKey: [KEY, 'total', filters],
		queryFn: async ({ signal }) => {
			const query = { ...text(filters), limit: '1' };
			return (await request<PageOf<Transaction>>('/transactions', { query, signal })).data.total;
		},
		refetchInterval: PEEK_MS,
		retry: false,
	});

/** One payment with everything that passed about it. */
export const transactionQuery = (id: string) =>
	queryOptions({
		queryKey: [KEY, 'one', id],
		queryFn: async ({ signal }) => {
			const path = `/transactions/${encodeURIComponent(id)}`;
			return (await request<TransactionWithEvidence>(path, { signal })).data;
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
			void client.invalidateQueries({ queryKey: [KEY, 'page'] });
		},
	});
};
