import { component, describeAs, extendComponent, z } from '../zod.ts';
import { decisions } from './decisions.ts';
import { id, instant } from './fields.ts';
import { makePageSchema } from './lists.ts';
import { candidate, settledDelivery } from './settlements.ts';
import { eventCauses, transaction } from './transactions.ts';
import { shownStatuses } from './transactions-query.ts';

const message = component('MpesaMessage', {
	id: z.int(),
	at: instant(),
	kind: z.enum(['stk', 'c2b', 'push_request', 'push_answer', 'query_request', 'query_answer']),
	peer: describeAs(z.nullable(z.string()), 'The address of the sender.'),
	trusted: z.boolean(),
	http_status: z.nullable(z.int()),
	body: describeAs(z.string(), 'Unchanged, as received.'),
	outcomes: z.array(z.object({ at: instant(), outcome: z.string() })),
	settlement: describeAs(
		z.nullable(settledDelivery),
		'The decision about this delivery; null if it is pending or not needed.',
	),
});

/** A statement line that takes a payment back. */
const reversalLine = component('ReversalLine', {
	at: instant(),
	receipt: z.string(),
	amount: describeAs(z.int(), 'Whole Kenyan shillings.'),
	details: z.string(),
	recorded: describeAs(
		z.boolean(),
		'True if a decision records the same money, which counts once.',
	),
});
export type ReversalLine = z.infer<typeof reversalLine>;

/** A transaction with all messages about it, oldest first, and its status changes. */
export const transactionWithEvidence = extendComponent('TransactionWithEvidence', transaction, {
	decisions: describeAs(decisions, 'Decisions of people about it, withdrawn ones too.'),
	reversals: z.array(reversalLine),
	evidence: z.array(message),
	history: z.array(
		z.object({
			at: instant(),
			from: z.nullable(z.enum(shownStatuses)),
			to: z.enum(shownStatuses),
			cause: z.enum(eventCauses),
			message_id: z.nullable(z.int()),
			actor: z.nullable(z.string()),
			note: z.nullable(z.string()),
		}),
	),
});
export type TransactionWithEvidence = z.infer<typeof transactionWithEvidence>;

/** A delivery that changed no payment and waits for a decision. */
const unmatchedDelivery = extendComponent('UnmatchedDelivery', message, {
	payment_id: z.nullable(id()),
	outcome: z.string(),
	requested: describeAs(
		z.nullable(z.object({ amount: z.int(), months: z.nullable(z.int()) })),
		'Requested amount and months of its payment; null without a payment, or if the money is booked.',
	),
	candidates: describeAs(
		z.array(candidate),
		'Our requests that M-Pesa never answered and that this report may be about.',
	),
});

export const unmatchedPage = makePageSchema(unmatchedDelivery);
export type UnmatchedDelivery = z.infer<typeof unmatchedDelivery>;
