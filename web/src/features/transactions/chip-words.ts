import { resultCode } from '#shared/contract/result-codes.ts';
import {
	type Mark,
	NO_CODE,
	type TransactionFilters,
} from '#shared/contract/transactions-query.ts';

/** A chip with choices: which, and what the list is filtered by already. */
export interface ChipMenuProps {
	of: 'reasons' | 'marks';
	filters: TransactionFilters;
}

/**
 * The marks that a payment can have, as they are called where there is room for a few words; `marks` says each whole.
 * The others are of deliveries that are about none.
 */
export const markWords = {
	unanswered: 'Not answered',
	unresolved: 'Pending for over a day',
	receipt_awaited: 'Receipt awaited',
	late_success: 'Failed, then paid',
	amount_mismatch: 'Another amount',
	receipt_reused: 'Receipt of another payment',
	receipt_differs: 'Another receipt',
	request_mismatch: 'Other request ids',
	request_id_reused: 'Request ids used twice',
	untrusted: 'From an untrusted address',
	dated_before: 'Dated before the request',
	no_balance: 'Confirmed without a balance',
} satisfies Partial<Record<Mark, string>>;

/** What payments failed for that have a result code, or none: `NO_CODE`. */
export const reasonWords = (code: string) =>
	code === NO_CODE ? 'No reason given' : (resultCode(code)?.meaning ?? `Code ${code}`);
