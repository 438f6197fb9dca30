import type { ToCheckAct, ToCheckItem, ToCheckKind } from '#shared/contract/finance/to-check.ts';

/** An entry before its row is read; `id` is that of the payment, line, message, decision or account. */
export interface Found {
	kind: Exclude<ToCheckKind, 'changed_after_closing'>;
	at: string;
	/** The order of entries of one moment. */
	place: number;
	id: string;
}

/** The acts that entries allow, the usual one first. */
export const ACTS: Record<ToCheckKind, readonly ToCheckAct[]> = {
	paid_twice: ['decided', 'seen', 'refund', 'reversal', 'write_off'],
	given_back_twice: ['same', 'note'],
	more_back_than_paid: ['same', 'note'],
	paid_out: ['attach', 'decided'],
	reversal_open: ['attach', 'decided'],
	unmatched: ['book', 'attach', 'decided'],
	unassigned: ['assignment', 'decided', 'write_off', 'refund', 'reversal'],
	to_give_back: ['refund', 'reversal'],
	expected: [],
	changed_after_closing: ['seen'],
	closed_account: ['seen'],
	marked: ['seen', 'note'],
};

/** Makes an entry; fields that are not given are null. */
export const makeItem = (
	fields: Pick<ToCheckItem, 'kind' | 'at' | 'text'> & Partial<ToCheckItem>,
): ToCheckItem => ({
	...{
		amount: null,
		payer: null,
		phone: null,
		account: null,
		receipt: null,
		month: null,
		change_id: null,
		decision_id: null,
		message: null,
	},
	...{ transaction_id: null, line_id: null, delivery_id: null, suggestions: [] },
	acts: [...ACTS[fields.kind]],
	...fields,
});
