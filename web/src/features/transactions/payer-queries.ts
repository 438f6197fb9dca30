import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { TransactionWithEvidence } from '#shared/contract/evidence.ts';
import type { AssignmentSuggestion, Payer } from '#shared/contract/payers.ts';
import { type Attempt, sendOnce } from '../../api/attempt.ts';
import { fetchData } from '../../api/client.ts';
import { SETTLED, showDecision } from './acts.ts';
import { keepInPages, transactionQuery } from './queries.ts';

const about = (id: string, what: string) => `/transactions/${encodeURIComponent(id)}/${what}`;

/** Everything of the payer of a payment. */
export const payerQuery = (id: string) =>
	queryOptions({
		queryKey: ['transactions', 'payer', id],
		queryFn: fetchData<Payer>(about(id, 'payer')),
	});

/** The accounts that a payment may be meant for. */
export const suggestionsQuery = (id: string) =>
	queryOptions({
		queryKey: ['transactions', 'suggestions', id],
		queryFn: fetchData<AssignmentSuggestion[]>(about(id, 'suggestions')),
	});

/**
 * Notes something beside a payment, or takes it back; what follows from it shows everywhere.
 * @example useNote(id, 'adjustments'); useNote(id, 'assignments/3/withdraw')
 */
export const useNote = (id: string, what: string) => {
	const client = useQueryClient();
	return async (body: object, attempt: Attempt) => {
		const found = await sendOnce<TransactionWithEvidence>(about(id, what), body, attempt, SETTLED);
		client.setQueryData(transactionQuery(id).queryKey, found);
		keepInPages(client, found);
		void showDecision(client);
		return found;
	};
};
