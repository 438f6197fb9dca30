import { component, described, z } from '../zod.ts';
import { date, instant } from './fields.ts';
import { settlementNames } from './strays.ts';

/** Clues about a receipt that no payment has. */
export const receiptHint = component('ReceiptHint', {
	receipt: z.string(),
	day: described(
		z.nullable(date()),
		'What its first three characters say, in East Africa Time; a hint.',
	),
	deliveries: described(z.int(), 'Minutes of that day in which M-Pesa delivered anything to us.'),
	silences: described(
		z.array(z.object({ from: instant(), to: instant() })),
		'The longest times of that day, of 20 minutes at least, in which nothing came; three at most.',
	),
	statements: described(
		z.enum(['all', 'part', 'none']),
		'How much of that day the statements that were taken in cover.',
	),
	delivery: described(
		z.nullable(
			z.object({
				at: instant(),
				amount: z.nullable(z.int()),
				settled_as: described(
					z.nullable(z.enum(settlementNames)),
					'What somebody said that it is; null while it waits.',
				),
			}),
		),
		'A delivery of M-Pesa that has it and changed no payment, waiting or settled.',
	),
	instead: described(
		z.nullable(z.string()),
		'The receipt of a payment that has a zero for a letter O, or the other way around.',
	),
	line: described(
		z.nullable(z.object({ at: instant(), month: z.string(), paid_in: z.number() })),
		'A line of a statement that has this receipt.',
	),
});
export type ReceiptHint = z.infer<typeof receiptHint>;
