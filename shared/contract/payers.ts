import { component, describeAs, z } from '../zod.ts';
import { date, id, instant, reason } from './fields.ts';
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
	phone_number: describeAs(
		z.nullable(z.string()),
		'As in the payments: 254 and nine digits, or masked or hashed by M-Pesa.',
	),
	hidden: describeAs(
		z.boolean(),
		'True if M-Pesa hid the number. Several payers may share a masked number.',
	),
	names: z.array(z.string()),
	paid_until: describeAs(z.nullable(date()), 'Last paid day, without fully returned payments.'),
	completed: z.object({
		count: z.int(),
		amount: z.int(),
		adjusted: describeAs(z.int(), 'Returned shillings of the amount.'),
	}),
	more: describeAs(z.boolean(), 'True if there are more payments than were read.'),
	open: describeAs(z.array(transaction), 'Pending requests.'),
	references: describeAs(
		z.array(z.object({ account_reference: z.string(), count: z.int() })),
		'Paid accounts, most frequent first.',
	),
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
	more_notes: describeAs(z.boolean(), 'True if `notes` is incomplete.'),
	possible: describeAs(
		z.array(z.object({ phone_number: z.string(), count: z.int() })),
		'Hidden numbers that may be the same number, of this payer or another one.',
	),
});
export type Payer = z.infer<typeof payer>;

/** A possible account of a payment, with the reason. */
export const suggestion = component('AssignmentSuggestion', {
	id: describeAs(z.string(), '`reference_id` of an assignment to this account.'),
	account_reference: z.string(),
	months: z.nullable(z.int()),
	reasons: z.array(z.string()),
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
	until: describeAs(instant(), 'Hide the number at this time.'),
});
export type Revealed = z.infer<typeof revealed>;
