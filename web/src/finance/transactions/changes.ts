import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { StaffAccess } from '#shared/contract/finance/accounts.ts';
import type { TransactionWithEvidence } from '#shared/contract/finance/evidence.ts';
import type { PaymentRequest } from '#shared/contract/finance/payment-requests.ts';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { type Attempt, createKey } from '../../platform/api/attempt.ts';
import { call, fetchCall, sendCall } from '../../platform/api/calls.ts';
import { buildTagKey } from '../ui/decide/send.ts';
import { accountQuery, buildTransactionQuery, KEY, keepInPages } from './queries.ts';

/** Asks M-Pesa for the result of a payment, and shows the result in the details and in the list. */
export const useCheck = (id: string) => {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async () => {
			const { data, etag } = await call('POST /transactions/:id/check', { params: { id } });
			showPayment(client, data, etag);
			return data;
		},
	});
};

/** Shows a payment as the server has it now, in the details and in the list. */
const showPayment = (client: QueryClient, payment: TransactionWithEvidence, tag?: string) => {
	client.setQueryData(buildTagKey(payment.id), tag);
	client.setQueryData(buildTransactionQuery(payment.id).queryKey, payment);
	keepInPages(client, payment);
};

/** Returns functions that make a sign-in code for the account of a payment, and sign out its devices. */
export const useAccountChanges = (id: string) => {
	const client = useQueryClient();
	const show = (access: StaffAccess) => {
		client.setQueryData(accountQuery(id).queryKey, access);
		// Other payments of the account show its access too.
		void client.invalidateQueries({ queryKey: [KEY, 'account'] });
	};
	const sent = { params: { account: id } };
	return {
		makeCode: (attempt: Attempt) =>
			sendCall('POST /accounts/:account/codes', sent, attempt, 'A code was made before.'),
		signOutDevices: async () => show(await fetchCall('DELETE /accounts/:account/devices', sent)),
	};
};

/** Returns the payment that a failed request for payment stored; undefined for other failures. */
export const getStoredPayment = (error: unknown) =>
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
			const payment = await sendCall('POST /payments', { body }, attempt, ARRIVED);
			reloadLists();
			return payment;
		} catch (error) {
			const isStored = getStoredPayment(error) !== undefined;
			if (isStored) attempt.key = createKey();
			if (isStored || (error instanceof ApiError && error.code === 'idempotency_conflict'))
				reloadLists();
			throw error;
		}
	};
};
