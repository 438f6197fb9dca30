import { openapi, z } from '../zod.ts';
import { adjustment, assignment } from './adjustments.ts';
import { id, instant } from './fields.ts';
import { pageOf } from './lists.ts';
import { candidate, settledDelivery } from './settlements.ts';
import { eventCauses, transaction } from './transactions.ts';
import { statuses } from './transactions-query.ts';

const message = z
	.object({
		id: z.int(),
		at: instant(),
		kind: z.enum(['stk', 'c2b', 'push_request', 'push_answer', 'query_request', 'query_answer']),
		peer: z
			.nullable(z.string())
			.register(openapi, { description: 'The address that it came from.' }),
		trusted: z.boolean(),
		http_status: z.nullable(z.int()),
		body: z.string().register(openapi, { description: 'As it came.' }),
		outcomes: z.array(z.object({ at: instant(), outcome: z.string() })),
	})
	.register(openapi, { id: 'MpesaMessage' });

/** One transaction with everything that passed about it (oldest first) and what happened to it. */
export const transactionWithEvidence = z
	.extend(transaction, {
		adjustments: z.array(adjustment),
		assignments: z.array(assignment),
		evidence: z.array(message),
		history: z.array(
			z.object({
				at: instant(),
				from: z.nullable(z.enum(statuses)),
				to: z.enum(statuses),
				cause: z.enum(eventCauses),
				message_id: z.nullable(z.int()),
				actor: z.nullable(z.string()),
				note: z.nullable(z.string()),
			}),
		),
	})
	.register(openapi, { id: 'TransactionWithEvidence' });
export type TransactionWithEvidence = z.infer<typeof transactionWithEvidence>;

/** A delivery that changed no payment and waits for a person. */
const unmatchedDelivery = z
	.extend(message, {
		payment_id: z.nullable(id()),
		outcome: z.string(),
		settlement: z
			.nullable(settledDelivery)
			.register(openapi, { description: 'What somebody said that it is; null while it waits.' }),
		candidates: z.array(candidate).register(openapi, {
			description:
				'Requests of ours that M-Pesa never answered, and that this report may be about.',
		}),
	})
	.register(openapi, { id: 'UnmatchedDelivery' });

export const unmatchedPage = pageOf(unmatchedDelivery);
export type UnmatchedDelivery = z.infer<typeof unmatchedDelivery>;
