import { component, z } from '../../zod.ts';
import { listNames } from '../platform/choices.ts';
import { id, instant, reason, searchText } from '../platform/fields.ts';
import { makePageSchema, paged } from '../platform/lists.ts';

/**
 * Kinds of things that people decide about. A `line` is a statement line, or a payment that is on no statement; a `change`
 * is one of a closed month; a `decision` is one that money is to be given back.
 */
export const aboutKinds = [
	...(['payment', 'delivery', 'line', 'receipt', 'account', 'change', 'decision'] as const),
] as const;
export type AboutKind = (typeof aboutKinds)[number];

/** All decisions of people about money, with their labels. */
export const decisionWords = {
	reversal: 'Reversal',
	refund: 'Refund',
	assignment: 'Assigned',
	note: 'Note',
	settled: 'Checked',
	payment: 'A payment to us',
	booked: 'Booked',
	attached: 'Attached',
	same: 'The same money',
	not_ours: 'Not ours',
	duplicate: 'A duplicate',
	to_return: 'Will be given back',
	test: 'A test',
	other: 'Left, with a reason',
	awaited: 'Receipt expected',
	grant: 'Months given',
	seen: 'Seen',
} as const;
export type DecisionKind = keyof typeof decisionWords;

/** Decisions that change the figures of a month. */
export const countedDecisions = [
	...(['reversal', 'refund', 'payment', 'booked', 'attached', 'same'] as const),
	...(['not_ours', 'duplicate', 'to_return', 'test', 'other'] as const),
] satisfies DecisionKind[];

/** A decision of a person about a payment, a message of M-Pesa, a statement line, a receipt or an account. */
export const decision = component('Decision', {
	id: z.int(),
	about: z.object({ kind: z.enum(aboutKinds), id: z.string() }),
	what: z.enum(listNames(decisionWords)),
	transaction_id: z.nullable(id()),
	amount: z.nullable(z.int()),
	receipt: z.nullable(z.string()),
	account_reference: z.nullable(z.string()),
	months: z.nullable(z.int()),
	same_as: z.nullable(z.int()),
	together: z.nullable(z.int()),
	at: instant(),
	reason: z.string(),
	by: z.string(),
	created_at: instant(),
	withdrawn: z.nullable(z.object({ at: instant(), by: z.string(), reason: z.string() })),
});
export type Decision = z.infer<typeof decision>;
export const decisions = z.array(decision);

/** The reason for taking a decision back. */
export const withdrawalInput = component('Withdrawal', { reason: reason() });

export const decisionsQuery = z.object({ search: searchText(), ...paged });

/** A page of the decisions that count, newest first. */
export const decisionPage = makePageSchema(decision);
