import { component, described, z } from '../zod.ts';
import { date, id, instant } from './fields.ts';
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
] as const;

/** All data of one payer, identified by one of their payments. */
export const payer = component('Payer', {
	phone_number: described(
		z.nullable(z.string()),
		'As the payments have it: 254 and nine digits, or as M-Pesa hid it.',
	),
	hidden: described(
		z.boolean(),
		'Whether M-Pesa hid the number: a masked one may be that of several payers.',
	),
	names: z.array(z.string()),
	paid_until: described(
		z.nullable(date()),
		'The last day of what they paid for, without what was given back whole.',
	),
	completed: z.object({
		count: z.int(),
		amount: z.int(),
		adjusted: described(z.int(), 'Shillings of it that were given back.'),
	}),
	more: described(z.boolean(), 'Whether they have more payments than were looked at.'),
	open: described(z.array(transaction), 'Requests that are pending.'),
	references: described(
		z.array(z.object({ account_reference: z.string(), count: z.int() })),
		'What they paid for, most often first.',
	),
	said: z.array(
		z.object({
			at: instant(),
			what: z.enum(kindNames),
			by: z.nullable(z.string()),
			text: z.string(),
			/** The account reference that the payment was assigned to. */
			account_reference: z.nullable(z.string()),
			amount: z.nullable(z.int()),
			withdrawn: z.boolean(),
			transaction: z.object({ id: id(), amount: z.int(), receipt: z.nullable(z.string()) }),
		}),
	),
	more_said: described(z.boolean(), 'Whether more was said of their payments than is here.'),
	possible: described(
		z.array(z.object({ phone_number: z.string(), count: z.int() })),
		'Hidden numbers that can be the same: of this payer or of another.',
	),
});
export type Payer = z.infer<typeof payer>;

/** A possible account of a payment, with the reason. */
export const suggestion = component('AssignmentSuggestion', {
	id: described(z.string(), 'What an assignment to it sends as `reference_id`.'),
	account_reference: z.string(),
	months: z.nullable(z.int()),
	reasons: z.array(z.string()),
});
export const suggestions = z.array(suggestion);
export type AssignmentSuggestion = z.infer<typeof suggestion>;
