import { component, z } from '../../zod.ts';
import { id, instant, reason } from '../platform/fields.ts';
import { transaction } from './transactions.ts';

/** Kinds of people's actions on a payment, on the payer's page. */
const kindNames = [
	'assigned',
	'reversal',
	'refund',
	'settled',
	'booked',
	'delivery',
	'note',
	'written_off',
	'to_return',
] as const;

/** The payments of an account, or without one of a payer, identified by one of them. */
export const payer = component('Payer', {
	account: z.nullable(z.string()),
	phone_number: z.nullable(z.string()),
	hidden: z.boolean(),
	names: z.array(z.string()),
	completed: z.object({
		count: z.int(),
		amount: z.int(),
		adjusted: z.int(),
	}),
	more: z.boolean(),
	open: z.array(transaction),
	references: z.array(z.object({ account_reference: z.string(), count: z.int() })),
	notes: z.array(
		z.object({
			at: instant(),
			kind: z.enum(kindNames),
			by: z.nullable(z.string()),
			text: z.string(),
			/** The account reference that the payment was assigned to. */
			account_reference: z.nullable(z.string()),
			amount: z.nullable(z.int()),
			withdrawn: z.boolean(),
			transaction: z.object({ id: id(), amount: z.int(), receipt: z.nullable(z.string()) }),
		}),
	),
	more_notes: z.boolean(),
	possible: z.array(z.object({ phone_number: z.string(), count: z.int() })),
});
export type Payer = z.infer<typeof payer>;

/** A possible account of a payment, with the reason. */
export const suggestion = component('AssignmentSuggestion', {
	id: z.string(),
	account_reference: z.string(),
	months: z.nullable(z.int()),
	reasons: z.array(z.string()),
	/** Part payments that make a plan together, for `POST /transactions/assignments`. */
	ids: z.optional(z.array(id())),
});
export const suggestions = z.array(suggestion);
export type AssignmentSuggestion = z.infer<typeof suggestion>;

/** `POST /transactions/{id}/reveal`: the reason for revealing a payer's whole number. */
export const revealRequest = component('RevealRequest', {
	reason: reason(),
});

/** Maximum time to show a revealed number, in seconds. */
export const REVEALED_S = 60;

export const revealed = component('RevealedPhone', {
	phone_number: z.nullable(z.string()),
	until: instant(),
});
