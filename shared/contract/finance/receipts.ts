import { readPhone } from '../../phone.ts';
import { component, z } from '../../zod.ts';
import {
	date,
	id,
	instant,
	makeCheckedText,
	reason,
	receiptText,
	whole,
} from '../platform/fields.ts';
import { AMOUNT_MAX, NOT_A_PHONE } from './payment-requests.ts';
import { settlementNames } from './settlements.ts';

/** A receipt that a caller reads out and that no payment has yet. */
export const expectedReceiptInput = component('NewExpectedReceipt', {
	receipt: receiptText('Receipt is required'),
	phone_number: z.nullish(
		makeCheckedText(
			NOT_A_PHONE,
			(text) => readPhone(text) !== undefined,
			'Phone number must be text',
		),
	),
	amount: z.nullish(whole('Amount', { min: 1, max: AMOUNT_MAX })),
	reason: reason('Note'),
});

/** A recorded receipt. */
export const expectedReceipt = component('ExpectedReceipt', {
	id: z.int(),
	receipt: z.string(),
	phone_number: z.nullable(z.string()),
	amount: z.nullable(z.int()),
	reason: z.string(),
	/** Time and author of the record. */
	at: instant(),
	by: z.string(),
});
export type ExpectedReceipt = z.infer<typeof expectedReceipt>;

/** Clues about a receipt that no payment has. */
export const receiptHint = component('ReceiptHint', {
	receipt: z.string(),
	day: z.nullable(date()),
	deliveries: z.int(),
	silences: z.array(z.object({ from: instant(), to: instant() })),
	statements: z.enum(['all', 'part', 'none']),
	delivery: z.nullable(
		z.object({
			at: instant(),
			amount: z.nullable(z.int()),
			transaction_id: z.nullable(id()),
			settled_as: z.nullable(z.enum(settlementNames)),
		}),
	),
	similar_receipt: z.nullable(z.string()),
	line: z.nullable(z.object({ at: instant(), month: z.string(), paid_in: z.number() })),
	expected: z.nullable(expectedReceipt),
});
export type ReceiptHint = z.infer<typeof receiptHint>;
