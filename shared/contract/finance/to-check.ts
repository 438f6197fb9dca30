import { component, describeAs, z } from '../../zod.ts';
import { among, listNames, ofEach } from '../platform/choices.ts';
import { id, instant } from '../platform/fields.ts';
import { paged } from '../platform/lists.ts';
import { type DecisionAct, decisionActNames } from './acts.ts';

/** Kinds of work that need a person, with labels. */
export const toCheckKinds = {
	unassigned: 'Not assigned',
	unmatched: 'Messages',
	paid_twice: 'Paid twice',
	given_back_twice: 'Given back twice',
	more_back_than_paid: 'More given back than paid',
	to_give_back: 'To give back',
	paid_out: 'Paid out',
	reversal_open: 'Reversal without a payment',
	expected: 'Receipt expected',
	changed_after_closing: 'Changed after closing',
	marked: 'Needs attention',
	closed_account: 'Account closed by the upgrade',
} as const;
export type ToCheckKind = keyof typeof toCheckKinds;
const kindNames = listNames(toCheckKinds);

export const toCheckQuery = z.object({
	kind: z.optional(among('Kind', kindNames)),
	...paged,
});
export type ToCheckQuery = z.infer<typeof toCheckQuery>;

export type ToCheckAct = DecisionAct;

/** A decision that the entry suggests, with the values that it takes. */
const toCheckSuggestion = component('ToCheckSuggestion', {
	act: z.enum(decisionActNames),
	text: z.string(),
	transaction_id: z.optional(id()),
	account_reference: z.optional(z.string()),
	months: z.nullish(z.int()),
	ids: z.optional(z.array(id())),
	decision: z.optional(z.int()),
	amount: z.optional(z.number()),
});
export type ToCheckSuggestion = z.infer<typeof toCheckSuggestion>;

const toCheckItem = component('ToCheckItem', {
	kind: z.enum(kindNames),
	at: instant(),
	amount: z.nullable(z.number()),
	payer: z.nullable(z.string()),
	phone: z.nullable(z.string()),
	account: z.nullable(z.string()),
	transaction_id: z.nullable(id()),
	line_id: z.nullable(id()),
	delivery_id: z.nullable(z.int()),
	receipt: z.nullable(z.string()),
	month: z.nullable(z.string()),
	change_id: z.nullable(z.string()),
	decision_id: describeAs(
		z.nullable(z.int()),
		'The decision that waits: money to be given back, or an expected receipt.',
	),
	message: describeAs(
		z.nullable(
			z.object({
				kind: z.enum(['stk', 'c2b']),
				body: z.string(),
				peer: z.nullable(z.string()),
				outcome: z.string(),
				requested: z.nullable(z.object({ amount: z.int(), months: z.nullable(z.int()) })),
			}),
		),
		'The message of M-Pesa that needs a decision.',
	),
	text: z.string(),
	acts: z.array(z.enum(decisionActNames)),
	suggestions: z.array(toCheckSuggestion),
});
export type ToCheckItem = z.infer<typeof toCheckItem>;

/** A page of what needs a person, oldest first, with the totals of all kinds. */
export const toCheckPage = z.object({
	data: z.array(toCheckItem),
	total: z.int(),
	totals: ofEach(kindNames, z.int),
});
export type ToCheckPage = z.infer<typeof toCheckPage>;
