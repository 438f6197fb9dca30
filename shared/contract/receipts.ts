import { readPhone } from '../phone.ts';
import { component, describeAs, z } from '../zod.ts';
import { date, id, instant, reason, receiptText, whole } from './fields.ts';
import { makePageSchema } from './lists.ts';
import { AMOUNT_MAX, NOT_A_PHONE } from './payment-requests.ts';
import { settlementNames } from './settlements.ts';

/** A receipt that a caller reads out and that no payment has yet. */
export const expectedReceiptInput = component('NewExpectedReceipt', {
	receipt: receiptText('Receipt is required'),
	phone_number: z.nullish(
		z
			.string('Phone number must be text')
			.check(z.refine((text) => readPhone(text) !== undefined, NOT_A_PHONE)),
	),
	amount: z.nullish(whole('Amount', { min: 1, max: AMOUNT_MAX })),
	reason: describeAs(reason('Note'), 'What the caller said.'),
});
export type ExpectedReceiptInput = z.infer<typeof expectedReceiptInput>;

/** A recorded receipt, and whether a payment or an unmatched delivery with the receipt has arrived. */
export const expectedReceipt = component('ExpectedReceipt', {
	id: z.int(),
	receipt: z.string(),
	phone_number: describeAs(z.nullable(z.string()), '254 and nine digits.'),
	amount: describeAs(z.nullable(z.int()), 'Whole Kenyan shillings.'),
	reason: describeAs(z.string(), 'What the caller said.'),
	/** Time and author of the record. */
	at: instant(),
	by: z.string(),
	state: describeAs(
		z.enum(['open', 'arrived']),
		'`arrived` once a payment or an unmatched delivery has the receipt.',
	),
	transaction_id: describeAs(z.nullable(id()), 'The payment with the receipt.'),
	delivery: describeAs(
		z.nullable(z.enum(['open', 'settled'])),
		'Whether the unmatched delivery with the receipt is settled; null without one, or with a payment.',
	),
});
export type ExpectedReceipt = z.infer<typeof expectedReceipt>;

export const expectedReceiptPage = makePageSchema(expectedReceipt);

/** Clues about a receipt that no payment has. */
export const receiptHint = component('ReceiptHint', {
	receipt: z.string(),
	day: describeAs(
		z.nullable(date()),
		'The day in its first three characters, in East Africa Time; a hint.',
	),
	deliveries: describeAs(z.int(), 'Number of minutes of that day in which we received a delivery.'),
	silences: describeAs(
		z.array(z.object({ from: instant(), to: instant() })),
		'The longest times of that day without deliveries: at least 20 minutes each, at most three.',
	),
	statements: describeAs(
		z.enum(['all', 'part', 'none']),
		'Coverage of that day by imported statements.',
	),
	delivery: describeAs(
		z.nullable(
			z.object({
				at: instant(),
				amount: z.nullable(z.int()),
				transaction_id: describeAs(z.nullable(id()), 'The payment that it names.'),
				settled_as: describeAs(
					z.nullable(z.enum(settlementNames)),
					'The decision about the delivery; null while it is open.',
				),
			}),
		),
		'A delivery with this receipt that changed no payment, open or settled.',
	),
	similar_receipt: describeAs(
		z.nullable(z.string()),
		'A receipt of a payment with a zero instead of the letter O, or the reverse.',
	),
	line: describeAs(
		z.nullable(z.object({ at: instant(), month: z.string(), paid_in: z.number() })),
		'A statement line with this receipt.',
	),
	expected: describeAs(
		z.nullable(expectedReceipt),
		'The record of the receipt as expected, unless withdrawn.',
	),
});
export type ReceiptHint = z.infer<typeof receiptHint>;
