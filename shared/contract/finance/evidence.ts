import { component, extendComponent, z } from '../../zod.ts';
import { id, instant } from '../platform/fields.ts';
import { decisions } from './decisions.ts';
import { settledDelivery } from './settlements.ts';
import { eventCauses, transaction } from './transactions.ts';
import { shownStatuses } from './transactions-query.ts';

const message = component('MpesaMessage', {
	id: z.int(),
	at: instant(),
	kind: z.enum(['stk', 'c2b', 'push_request', 'push_answer', 'query_request', 'query_answer']),
	peer: z.nullable(z.string()),
	trusted: z.boolean(),
	http_status: z.nullable(z.int()),
	body: z.string(),
	outcomes: z.array(z.object({ at: instant(), outcome: z.string() })),
	settlement: z.nullable(settledDelivery),
});

/** A statement line that takes a payment back. */
const reversalLine = component('ReversalLine', {
	id: id(),
	at: instant(),
	receipt: z.string(),
	amount: z.int(),
	details: z.string(),
	recorded: z.boolean(),
});
export type ReversalLine = z.infer<typeof reversalLine>;

/** A transaction with all messages about it, oldest first, and its status changes. */
export const transactionWithEvidence = extendComponent('TransactionWithEvidence', transaction, {
	decisions: decisions,
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
