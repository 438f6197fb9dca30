import { component, described, z } from '../zod.ts';
import { among } from './choices.ts';
import { id, instant, reason } from './fields.ts';
import { settlementNames } from './strays.ts';

/** Why nobody has to look at a marked payment any more. */
export const markSettlement = component('MarkSettlement', { reason: reason() });

/** What an unmatched delivery is, and why. */
export const deliverySettlement = component('DeliverySettlement', {
	as: among('As', settlementNames, 'What it is must be said'),
	transaction_id: described(
		z.nullish(z.string('Transaction must be one id')),
		'The payment that it is about. As a payment it completes that one, or makes a new one.',
	),
	reason: reason(),
});
export type DeliverySettlement = z.infer<typeof deliverySettlement>;

/** What somebody said that a delivery is. */
export const settledDelivery = component('SettledDelivery', {
	as: z.enum(settlementNames),
	at: instant(),
	by: z.string(),
	reason: z.string(),
	transaction_id: z.nullable(id()),
	can_be_withdrawn: described(z.boolean(), 'A payment that was completed by it stays so.'),
});

/** A request that M-Pesa never answered, and why a report may be about it. */
export const candidate = component('UnansweredRequest', {
	id: id(),
	created_at: instant(),
	amount: z.int(),
	phone_number: z.nullable(z.string()),
	account_reference: z.nullable(z.string()),
	reason: z.string(),
});
export type Candidate = z.infer<typeof candidate>;
