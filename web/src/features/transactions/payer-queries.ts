import { queryOptions } from '@tanstack/react-query';
import type { AssignmentSuggestion, Payer } from '#shared/contract/payers.ts';
import { fetchData } from '../../api/client.ts';

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
