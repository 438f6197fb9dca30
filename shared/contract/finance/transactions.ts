import { formatWhole } from '../../grouped.ts';
import { component, describeAs, z } from '../../zod.ts';
import { date, id, instant } from '../platform/fields.ts';
import { makePageSchema } from '../platform/lists.ts';
import { reportedMoney } from './settlements.ts';
import { markNames, shownStatuses, toAssignNames } from './transactions-query.ts';
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
	updated_at: instant(),
	received_at: instant(),
	paid_at: z.nullable(instant()),
	status: z.enum(shownStatuses),
	amount: z.int(),
	mpesa_receipt_number: z.nullable(z.string()),
	phone_number: z.nullable(z.string()),
	checkout_request_id: z.nullable(z.string()),
	merchant_request_id: z.nullable(z.string()),
	result_code: z.nullable(z.union([z.number(), z.string()])),
	result_desc: z.nullable(z.string()),
	start_date: z.nullable(date()),
	end_date: z.nullable(date()),
	account_reference: z.nullable(z.string()),
	payer_name: z.nullable(z.string()),
	description: z.nullable(z.string()),
	months: z.nullable(z.int()),
	assigned_reference: z.nullable(z.string()),
	adjusted: z.int(),
	given_back: z.int(),
	written_off: z.nullable(z.enum(writeOffNames)),
	to_assign: z.nullable(z.enum(toAssignNames)),
	marks: z.array(z.enum(markNames)),
	reported: z.nullable(reportedMoney),
	paid_twice: z.nullable(id()),
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

/** Maximum number of payments in one stream. */
export const FOLLOWED_MAX = 10;

export const liveState = component('LiveState', {
	id: id(),
	status: z.enum(shownStatuses),
	words: z.string(),
});
export type LiveState = z.infer<typeof liveState>;
