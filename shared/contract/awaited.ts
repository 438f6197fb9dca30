import { readPhone } from '../phone.ts';
import { component, described, z } from '../zod.ts';
import { id, instant, reason, receiptText, whole } from './fields.ts';
import { pageOf } from './lists.ts';
import { AMOUNT_MAX, NOT_A_PHONE } from './payment-requests.ts';

/** A receipt that a caller reads out and that no payment has yet. */
export const awaitedInput = component('NewAwaitedReceipt', {
	receipt: receiptText('Receipt is required'),
	phone_number: z.nullish(
		z
			.string('Phone number must be text')
			.check(z.refine((text) => readPhone(text) !== undefined, NOT_A_PHONE)),
	),
	amount: z.nullish(whole('Amount', { min: 1, max: AMOUNT_MAX })),
	reason: described(reason('Note'), 'What the caller said.'),
});
export type AwaitedInput = z.infer<typeof awaitedInput>;

/** A recorded receipt, and whether a payment or an unmatched delivery with the receipt has arrived. */
export const awaitedReceipt = component('AwaitedReceipt', {
	id: z.int(),
	receipt: z.string(),
	phone_number: described(z.nullable(z.string()), '254 and nine digits.'),
	amount: described(z.nullable(z.int()), 'Whole Kenyan shillings.'),
	reason: described(z.string(), 'What the caller said.'),
	/** Time and author of the record. */
	at: instant(),
	by: z.string(),
	state: described(
		z.enum(['open', 'arrived']),
		'`arrived` once a payment or an unmatched delivery has the receipt.',
	),
	transaction_id: described(z.nullable(id()), 'The payment with the receipt.'),
	delivery: described(
		z.nullable(z.enum(['open', 'settled'])),
		'Whether the unmatched delivery with the receipt is settled; null without one, or with a payment.',
	),
});
export type AwaitedReceipt = z.infer<typeof awaitedReceipt>;

export const awaitedPage = pageOf(awaitedReceipt);
