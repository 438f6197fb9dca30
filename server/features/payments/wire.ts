import type { Selectable } from 'kysely';
import { codeOnWire } from '#shared/contract/result-codes.ts';
import type { Mark, Transaction } from '#shared/contract/transactions.ts';
import type { PaymentRow } from '../../db/payment-schema.ts';
import { momentOf } from '../../db/payment-seq.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What was found on deliveries about a payment and should be looked at. */
const FROM_OUTCOMES: Partial<Record<string, Mark>> = {
	late_success: 'late_success',
	contradicted: 'late_success',
	amount_mismatch: 'amount_mismatch',
	receipt_reused: 'receipt_reused',
	receipt_differs: 'receipt_differs',
	request_mismatch: 'request_mismatch',
	request_id_reused: 'request_id_reused',
	untrusted: 'untrusted',
	unanswered: 'unanswered',
};

/** The outcomes that make a mark. */
export const markedOutcomes = Object.keys(FROM_OUTCOMES);

/** Why a person should look at a payment, from its state and the outcomes of what was heard about it. */
export const marksOf = (
	row: Selectable<PaymentRow>,
	outcomes: readonly string[],
	now: number,
): Mark[] => {
	const marks = new Set<Mark>();
	for (const outcome of outcomes) {
		const mark = FROM_OUTCOMES[outcome];
		if (mark && (mark !== 'unanswered' || row.status === 'pending')) marks.add(mark);
	}
	if (row.status === 'pending' && momentOf(row.seq) < now - DAY_MS) marks.add('unresolved');
	if (row.status === 'completed' && row.receipt === null) marks.add('receipt_awaited');
	return [...marks].sort();
};

/** A payment as the API shows it. */
export const toTransaction = (row: Selectable<PaymentRow>, marks: Mark[]): Transaction => ({
	id: row.id,
	created_at: new Date(momentOf(row.seq)).toISOString(),
	updated_at: row.updated_at,
	paid_at: row.paid_at,
	status: row.status,
	amount: row.amount,
	mpesa_receipt_number: row.receipt,
	phone_number: row.phone,
	checkout_request_id: row.checkout_request_id,
	merchant_request_id: row.merchant_request_id,
	result_code: codeOnWire(row.result_code),
	result_desc: row.result_desc,
	start_date: row.start_date,
	end_date: row.end_date,
	account_reference: row.account_reference,
	description: row.description,
	months: row.months,
	marks,
});
