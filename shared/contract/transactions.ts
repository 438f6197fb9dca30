import { grouped } from '../grouped.ts';
import { component, described, z } from '../zod.ts';
import { date, id, instant } from './fields.ts';
import { pageOf } from './lists.ts';
import { reportedMoney } from './settlements.ts';
import { markNames, statuses, toAssign } from './transactions-query.ts';

/** Causes of a payment's creation or status change. */
export const eventCauses = [
	'request',
	'answer',
	'callback',
	'query',
	'confirmation',
	'merged',
	'sample',
	'settled',
	'booked',
] as const;
export type EventCause = (typeof eventCauses)[number];

export const transaction = component('Transaction', {
	id: id(),
	created_at: instant(),
	updated_at: instant(),
	paid_at: described(
		z.nullable(instant()),
		"The moment of the payment by M-Pesa's own clock, where it gave one.",
	),
	status: z.enum(statuses),
	amount: described(z.int(), 'Whole Kenyan shillings.'),
	mpesa_receipt_number: z.nullable(z.string()),
	phone_number: described(
		z.nullable(z.string()),
		'254 and nine digits; of a paybill payment as it came, often masked.',
	),
	checkout_request_id: z.nullable(z.string()),
	merchant_request_id: z.nullable(z.string()),
	result_code: z.nullable(z.union([z.number(), z.string()])),
	result_desc: z.nullable(z.string()),
	start_date: z.nullable(date()),
	end_date: z.nullable(date()),
	account_reference: z.nullable(z.string()),
	payer_name: described(z.nullable(z.string()), "As M-Pesa's confirmation has it, where one came."),
	description: z.nullable(z.string()),
	months: z.nullable(z.int()),
	assigned_reference: described(
		z.nullable(z.string()),
		'Whose it is by the newest assignment; what was typed stays `account_reference`.',
	),
	adjusted: described(z.int(), 'Whole shillings that were reversed or refunded; the status stays.'),
	to_assign: described(
		z.nullable(z.enum(toAssign)),
		'Paid by hand and not assigned to an account yet, so that nobody has a subscription for it; `new_reference`: no other payment has the account that was typed.',
	),
	marks: described(z.array(z.enum(markNames)), 'Why a person should look at it.'),
	reported: described(
		z.nullable(reportedMoney),
		'What M-Pesa reported last about this request and is not booked, settled or not.',
	),
	paid_twice: described(
		z.nullable(id()),
		'Another completed payment of the same phone, account and amount within ten minutes.',
	),
});
export type Transaction = z.infer<typeof transaction>;

/** Maximum count of a search. */
export const FOUND_MAX = 10_000;
export const transactionsPage = z.extend(pageOf(transaction), {
	more: described(
		z.optional(z.literal(true)),
		`Of a search that finds more than ${grouped(FOUND_MAX)}: so many are shown, and the total is that.`,
	),
});

/** The numbers of payments without an account and of open deliveries. */
export const waitingCounts = component('WaitingCounts', {
	unassigned: described(z.int(), 'Payments by hand that are not assigned to an account.'),
	new_references: described(z.int(), 'Those of them whose account no other payment has.'),
	strays: described(z.int(), 'Unmatched deliveries without a decision.'),
});
export type WaitingCounts = z.infer<typeof waitingCounts>;
