import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TransactionWithEvidence } from '#shared/contract/evidence.ts';
import type { PaymentRequest } from '#shared/contract/payment-requests.ts';
import type { AwaitedInput, AwaitedReceipt } from '#shared/contract/receipts.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import { ApiError } from '../../api/api-error.ts';
import { type Attempt, newKey, sendOnce } from '../../api/attempt.ts';
import { request } from '../../api/client.ts';
import { KEY, keepInPages, pathOf, transactionQuery } from './queries.ts';

/** Asks M-Pesa for the result of a payment, and shows the result in the details and in the list. */
export const useCheck = (id: string) => {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async () => {
			const path = pathOf(id, 'check');
			return (await request<TransactionWithEvidence>(path, { method: 'POST' })).data;
		},
		onSuccess: (payment) => {
			client.setQueryData(transactionQuery(id).queryKey, payment);
			keepInPages(client, payment);
		},
	});
};

const ALREADY_SETTLED = 'This is already settled with another reason. Check its history first.';

/** Reloads everything that a decision changes: lists, counts and figures. */
const reloadAll = (client: QueryClient) => {
	for (const key of [KEY, 'statistics']) void client.invalidateQueries({ queryKey: [key] });
};

/** Returns functions that send decisions about payments and deliveries, and take them back. */
export const useDecisions = () => {
	const client = useQueryClient();
	const decide = async <T>(path: string, body: object, attempt: Attempt) => {
		const answer = await sendOnce<T>(path, body, attempt, ALREADY_SETTLED);
		reloadAll(client);
		return answer;
	};
	return {
		/** @example onPayment(id, 'settle') */
		onPayment: (id: string, path: string) => async (body: object, attempt: Attempt) => {
			const payment = await decide<TransactionWithEvidence>(pathOf(id, path), body, attempt);
			client.setQueryData(transactionQuery(id).queryKey, payment);
			return payment;
		},
		onDelivery: (id: number) => (body: object, attempt: Attempt) =>
			decide<unknown>(`/transactions/strays/${id}/settle`, body, attempt),
	};
};

const ALREADY_AWAITED = 'Your first attempt recorded this receipt with other details.';

/** Returns a function that records a receipt as awaited. */
export const useRecordAwaited = () => {
	const client = useQueryClient();
	return (body: AwaitedInput, attempt: Attempt) =>
		sendOnce<AwaitedReceipt>('/transactions/awaited', body, attempt, ALREADY_AWAITED).finally(() =>
			reloadAll(client),
		);
};

/** Returns the payment that a failed request for payment stored; undefined for other failures. */
export const paymentIn = (error: unknown) =>
	error instanceof ApiError && ['payment_refused', 'payment_unanswered'].includes(error.code ?? '')
		? (error.data as Transaction)
		: undefined;

const ARRIVED =
	'Your first attempt sent a request with other details. Check the list before you try again.';

/**
 * Returns a function that requests a payment and resolves to the pending payment once M-Pesa accepts. While the result
 * of an attempt is unknown, the next one reuses its idempotency key, so that the payer gets one prompt.
 */
export const useRequestPayment = () => {
	const client = useQueryClient();
	const reloadLists = () => {
		for (const list of ['page', 'total']) void client.invalidateQueries({ queryKey: [KEY, list] });
	};
	return async (body: PaymentRequest, attempt: Attempt) => {
		try {
			const payment = await sendOnce<Transaction>('/payments', body, attempt, ARRIVED);
			reloadLists();
			return payment;
		} catch (error) {
			const isStored = paymentIn(error) !== undefined;
			if (isStored) attempt.key = newKey();
			if (isStored || (error instanceof ApiError && error.code === 'idempotency_conflict'))
				reloadLists();
			throw error;
		}
	};
};
