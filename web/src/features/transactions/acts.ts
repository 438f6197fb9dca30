import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TransactionWithEvidence } from '#shared/contract/evidence.ts';
import type { PaymentRequest } from '#shared/contract/payment-requests.ts';
import type { DeliverySettlement } from '#shared/contract/settlements.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import { ApiError } from '../../api/api-error.ts';
import { type Attempt, newKey, sendOnce } from '../../api/attempt.ts';
import { request } from '../../api/client.ts';
import { KEY, keepInPages, transactionQuery } from './queries.ts';

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

/** For whoever's first try has arrived with other words. */
export const SETTLED =
	'This has been settled, with other words. Look at its history before you go on.';

/** What a person decided shows everywhere: lists, figures, and what is left to look at. */
export const showDecision = (client: QueryClient) =>
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

/** Takes back what was said of a delivery; it waits again. */
export const useWithdrawSettlement = (id: number) => {
	const client = useQueryClient();
	return async (body: { reason: string }, attempt: Attempt) => {
		await sendOnce<null>(`/transactions/strays/${id}/withdraw`, body, attempt, SETTLED);
		void showDecision(client);
	};
};
