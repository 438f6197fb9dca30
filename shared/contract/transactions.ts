import { formatWhole } from '../grouped.ts';
import { component, describeAs, z } from '../zod.ts';
import { date, id, instant } from './fields.ts';
import { makePageSchema } from './lists.ts';
import { reportedMoney } from './settlements.ts';
import { markNames, shownStatuses, toAssign } from './transactions-query.ts';
import { writeOffNames } from './write-offs.ts';

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
	'withdrawn',
	'written_off',
] as const;
export type EventCause = (typeof eventCauses)[number];

export const transaction = component('Transaction', {
	id: id(),
	created_at: instant(),
	updated_at: describeAs(
		instant(),
		'Moves with every change of a field, except `paid_twice`, `to_assign` and marks that come with age, which are computed when read.',
	),
	received_at: describeAs(instant(), 'When we first heard of the payment, by our clock.'),
	paid_at: describeAs(z.nullable(instant()), "Time of the payment by M-Pesa's clock, if known."),
	status: describeAs(
		z.enum(shownStatuses),
		'A payment whose booking was taken back is `void`; only a search finds it.',
	),
	amount: describeAs(z.int(), 'Whole Kenyan shillings.'),
	mpesa_receipt_number: z.nullable(z.string()),
	phone_number: describeAs(
		z.nullable(z.string()),
		'254 and nine digits; for a paybill payment as received, often masked.',
	),
	checkout_request_id: z.nullable(z.string()),
	merchant_request_id: z.nullable(z.string()),
	result_code: z.nullable(z.union([z.number(), z.string()])),
	result_desc: z.nullable(z.string()),
	start_date: z.nullable(date()),
	end_date: z.nullable(date()),
	account_reference: z.nullable(z.string()),
	payer_name: describeAs(z.nullable(z.string()), "As in M-Pesa's confirmation, if received."),
	description: z.nullable(z.string()),
	months: z.nullable(z.int()),
	assigned_reference: describeAs(
		z.nullable(z.string()),
		'Account of the newest assignment. `account_reference` keeps the typed one.',
	),
	adjusted: describeAs(
		z.int(),
		'Reversed or refunded amount in whole shillings; the status does not change.',
	),
	given_back: describeAs(
		z.int(),
		'Like `adjusted`, also above the amount of the payment: more was given back than paid.',
	),
	written_off: describeAs(
		z.nullable(z.enum(writeOffNames)),
		'What a payment is that was written off: it is listed, and counts in no revenue, books or access.',
	),
	to_assign: describeAs(
		z.nullable(z.enum(toAssign)),
		'Set for a manual payment without an assigned account, so without a subscription. `new_reference`: no other payment has the typed account.',
	),
	marks: describeAs(z.array(z.enum(markNames)), 'Reasons to check the payment.'),
	reported: describeAs(
		z.nullable(reportedMoney),
		'The last report of M-Pesa about this request that is not booked, settled or not.',
	),
	paid_twice: describeAs(
		z.nullable(id()),
		'Another completed payment of the same phone, account and amount within ten minutes.',
	),
});
export type Transaction = z.infer<typeof transaction>;

/** Maximum count of a search. */
export const FOUND_MAX = 10_000;
export const transactionsPage = z.extend(makePageSchema(transaction), {
	more: describeAs(
		z.optional(z.literal(true)),
		`True for a search with more than ${formatWhole(FOUND_MAX)} matches. Only so many are listed, and the total is that number.`,
	),
});

/** The numbers of payments without an account and of open deliveries. */
export const openWork = component('OpenWork', {
	unassigned: describeAs(z.int(), 'Number of manual payments without an assigned account.'),
	new_references: describeAs(z.int(), 'Number of these with an account that no other payment has.'),
	unmatched: describeAs(z.int(), 'Number of unmatched deliveries without a decision.'),
});
export type OpenWork = z.infer<typeof openWork>;

/** Maximum number of payments in one stream. */
export const FOLLOWED_MAX = 10;

export const liveState = component('LiveState', {
	id: id(),
	status: z.enum(shownStatuses),
	words: describeAs(z.string(), '`Ringing`, `Cancelled by the payer`, `Paid, UKK…`.'),
});
export type LiveState = z.infer<typeof liveState>;
