import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Operation } from '#shared/contract/content/bulk.ts';
import type { SignInCode, StaffAccess } from '#shared/contract/finance/accounts.ts';
import type { TransactionWithEvidence } from '#shared/contract/finance/evidence.ts';
import type { PaymentRequest } from '#shared/contract/finance/payment-requests.ts';
import type { ExpectedReceipt, ExpectedReceiptInput } from '#shared/contract/finance/receipts.ts';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { formatCount } from '#shared/grouped.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import {
	type Attempt,
	answerOnce,
	createAttempt,
	createKey,
	sendOnce,
} from '../../platform/api/attempt.ts';
import { request } from '../../platform/api/client.ts';
import { undoOperation } from '../../platform/api/operations.ts';
import { reloadMoney } from '../../platform/api/query-keys.ts';
import { notify, notifyFailure } from '../../platform/ui/notifications/notifications.tsx';
import {
	accountPath,
	accountQuery,
	buildPaymentPath,
	buildTagKey,
	buildTransactionQuery,
	KEY,
	keepInPages,
} from './queries.ts';

/** Asks M-Pesa for the result of a payment, and shows the result in the details and in the list. */
export const useCheck = (id: string) => {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async () => {
			const path = buildPaymentPath(id, 'check');
			const { data, etag } = await request<TransactionWithEvidence>(path, { method: 'POST' });
			showPayment(client, data, etag);
			return data;
		},
	});
};

const SEND_AGAIN = 'Check the payment, then send again if it is still right.';
const ALREADY_SETTLED = 'This is already settled with another reason. Check its history first.';

/** Shows a payment as the server has it now, in the details and in the list. */
const showPayment = (client: QueryClient, payment: TransactionWithEvidence, tag?: string) => {
	client.setQueryData(buildTagKey(payment.id), tag);
	client.setQueryData(buildTransactionQuery(payment.id).queryKey, payment);
	keepInPages(client, payment);
};

/** Returns functions that send decisions about payments and deliveries, and take them back. */
export const useDecisions = () => {
	const client = useQueryClient();
	const decide = async <T>(path: string, body: object, attempt: Attempt, tag?: string) => {
		try {
			const headers = tag === undefined ? {} : { 'if-match': tag };
			return await answerOnce<T>(path, body, attempt, ALREADY_SETTLED, headers);
		} finally {
			// A refused decision too: someone else may have been faster.
			reloadMoney(client);
		}
	};
	const onPayment =
		(id: string, path: string, seen?: SeenTag) => async (body: object, attempt: Attempt) => {
			const tag = seen ? seen.current : client.getQueryData<string>(buildTagKey(id));
			try {
				const answer = await decide<TransactionWithEvidence>(
					buildPaymentPath(id, path),
					body,
					attempt,
					tag,
				);
				showPayment(client, answer.data, answer.etag);
				return answer.data;
			} catch (error) {
				if (!(error instanceof ApiError) || error.code !== 'stale') throw error;
				// The person sees the new state now, so sending again is their decision.
				showPayment(client, error.data as TransactionWithEvidence, error.etag);
				if (seen) seen.current = error.etag;
				const { kind, status, code, message } = error;
				throw new ApiError({ kind, status, code, message: `${message} ${SEND_AGAIN}` });
			}
		};
	return {
		/**
		 * Sends a decision about the payment as a form showed it when it opened, or as it is shown now.
		 * @example onPayment(id, 'settle')
		 */
		onPayment,
		onDelivery: (id: number) => async (body: object, attempt: Attempt) =>
			(await decide<unknown>(`/transactions/unmatched/${id}/settle`, body, attempt)).data,
	};
};

/** The `ETag` of the payment as a form knows it. */
type SeenTag = { current: string | undefined };

/** Returns a function that sends a decision about a payment as it was when the form opened. */
export const useDecisionOn = (id: string, path: string) => {
	const client = useQueryClient();
	const seen = useRef(client.getQueryData<string>(buildTagKey(id)));
	return useDecisions().onPayment(id, path, seen);
};

const ALREADY_ASSIGNED = 'Your first attempt assigned these payments with other details.';

/** Returns a function that assigns many payments, and shows the outcome with Undo. */
export const useAssignMany = () => {
	const client = useQueryClient();
	const undo = async (id: string) => {
		try {
			const { done, failed } = await undoOperation(client, id, createAttempt());
			const message = failed > 0 ? `${failed} were changed since, and stay assigned.` : '';
			notify({
				title: `${formatCount(done, 'assignment')} taken back`,
				message,
				good: failed === 0,
			});
		} catch (error) {
			notifyFailure(error, 'Could not undo this');
		}
		reloadMoney(client);
	};
	return async (body: object, attempt: Attempt) => {
		const path = '/transactions/assignments';
		const operation = await sendOnce<Operation>(path, body, attempt, ALREADY_ASSIGNED);
		const { operation: id, done, failed } = operation;
		reloadMoney(client);
		notify({
			title: `${formatCount(done, 'payment')} assigned`,
			message: failed > 0 ? `${failed} could not be assigned.` : '',
			good: failed === 0,
			...(done > 0 && { action: { label: 'Undo', run: () => void undo(id) } }),
		});
		return operation;
	};
};

const ALREADY_GIVEN = 'Your first attempt gave months with other details. See the list below.';

/** Returns functions that give the account of a payment months or a sign-in code, and sign out its devices. */
export const useAccountChanges = (id: string) => {
	const client = useQueryClient();
	const show = (access: StaffAccess) => {
		client.setQueryData(accountQuery(id).queryKey, access);
		// Other payments of the account show its access too.
		void client.invalidateQueries({ queryKey: [KEY, 'account'] });
	};
	return {
		giveMonths: async (body: object, attempt: Attempt) =>
			show(await sendOnce<StaffAccess>(accountPath(id, 'grants'), body, attempt, ALREADY_GIVEN)),
		makeCode: (body: object, attempt: Attempt) =>
			sendOnce<SignInCode>(accountPath(id, 'codes'), body, attempt, 'A code was made before.'),
		signOutDevices: async () =>
			show((await request<StaffAccess>(accountPath(id, 'devices'), { method: 'DELETE' })).data),
	};
};

const ALREADY_EXPECTED = 'Your first attempt recorded this receipt with other details.';

/** Returns a function that records a receipt as expected. */
export const useRecordExpectedReceipt = () => {
	const client = useQueryClient();
	return (body: ExpectedReceiptInput, attempt: Attempt) =>
		sendOnce<ExpectedReceipt>(
			'/transactions/expected-receipts',
			body,
			attempt,
			ALREADY_EXPECTED,
		).finally(() => reloadMoney(client));
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
			const payment = await sendOnce<Transaction>('/payments', body, attempt, ARRIVED);
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
