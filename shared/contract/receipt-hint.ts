import { component, described, z } from '../zod.ts';
import { awaitedReceipt } from './awaited.ts';
import { date, instant } from './fields.ts';
import { settlementNames } from './strays.ts';

/** Clues about a receipt that no payment has. */
export const receiptHint = component('ReceiptHint', {
	receipt: z.string(),
	day: described(
		z.nullable(date()),
		'The day in its first three characters, in East Africa Time; a hint.',
	),
	deliveries: described(z.int(), 'Number of minutes of that day in which we received a delivery.'),
	silences: described(
		z.array(z.object({ from: instant(), to: instant() })),
		'The longest times of that day without deliveries: at least 20 minutes each, at most three.',
	),
	statements: described(
		z.enum(['all', 'part', 'none']),
		'Coverage of that day by imported statements.',
	),
	delivery: described(
		z.nullable(
			z.object({
				at: instant(),
				amount: z.nullable(z.int()),
				settled_as: described(
					z.nullable(z.enum(settlementNames)),
					'The decision about the delivery; null while it is open.',
				),
			}),
		),
		'A delivery with this receipt that changed no payment, open or settled.',
	),
	instead: described(
		z.nullable(z.string()),
		'A receipt of a payment with a zero instead of the letter O, or the reverse.',
	),
	line: described(
		z.nullable(z.object({ at: instant(), month: z.string(), paid_in: z.number() })),
		'A statement line with this receipt.',
	),
	awaited: described(z.nullable(awaitedReceipt), 'Its record as awaited, unless withdrawn.'),
});
export type ReceiptHint = z.infer<typeof receiptHint>;
