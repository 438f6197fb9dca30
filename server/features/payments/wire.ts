import type { Selectable } from 'kysely';
import { codeOnWire } from '#shared/contract/result-codes.ts';
import type { Mark, Transaction } from '#shared/contract/transactions.ts';
import type { PaymentRow } from './tables.ts';
import { momentOf } from './tables.ts';

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
	payer_name: row.payer_name,
	description: row.description,
	months: row.months,
	marks,
});
