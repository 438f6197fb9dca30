import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TransactionWithEvidence } from '#shared/contract/evidence.ts';
import type { PaymentRequest } from '#shared/contract/payment-requests.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import { ApiError } from '../../api/api-error.ts';
import { type Attempt, newKey, sendOnce } from '../../api/attempt.ts';
import { request } from '../../api/client.ts';
import { KEY, keepInPages, pathOf, transactionQuery } from './queries.ts';

/** Asks M-Pesa what became of a payment, and shows the answer everywhere. */
export const useCheck = (id: string) => {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async () => {
			const options = { method: 'POST' } as const;
			return (await request<TransactionWithEvidence>(pathOf(id, 'check'), options)).data;
		},
		onSuccess: (found) => {
			client.setQueryData(transactionQuery(id).queryKey, found);
			keepInPages(client, found);
		},
	});
};

/** For whoever's first try has arrived with other words. */
const SETTLED = 'This is already settled with another reason. Check its history first.';

/** What a person decided shows everywhere: lists, figures, and what is left to look at. */
const showDecision = (client: QueryClient) =>
	Promise.all([
		client.invalidateQueries({ queryKey: [KEY] }),
		client.invalidateQueries({ queryKey: ['statistics'] }),
	]);

/**
 * Says something about a payment, or takes it back; what follows from it shows everywhere.
 * @example useNote(id, 'settle'); useNote(id, 'assignments/3/withdraw')
 */
export const useNote = (id: string, what: string) => {
	const client = useQueryClient();
	return async (body: object, attempt: Attempt) => {
		const found = await sendOnce<TransactionWithEvidence>(pathOf(id, what), body, attempt, SETTLED);
		client.setQueryData(transactionQuery(id).queryKey, found);
		keepInPages(client, found);
		void showDecision(client);
		return found;
	};
};

/** Says what an unmatched delivery is, or takes that back: it waits again. */
export const useDeliveryNote = (id: number, what: 'settle' | 'withdraw') => {
	const client = useQueryClient();
	return async (body: object, attempt: Attempt) => {
		await sendOnce<unknown>(`/transactions/strays/${id}/${what}`, body, attempt, SETTLED);
		void showDecision(client);
	};
};

/** The payment that a failure of M-Pesa is about: it was kept, and can be looked at. */
export const paymentIn = (error: unknown) =>
	error instanceof ApiError && ['payment_refused', 'payment_unanswered'].includes(error.code ?? '')
		? (error.data as Transaction)
		: undefined;

const ARRIVED =
	'Your first attempt sent a request with other details. Check the list before you try again.';

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
