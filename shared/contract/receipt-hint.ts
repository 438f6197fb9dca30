import { openapi, z } from '../zod.ts';
import { instant } from './fields.ts';

/** What is known of a receipt that no payment has. */
export const receiptHint = z
	.object({
		receipt: z.string(),
		day: z.nullable(z.string()).register(openapi, {
			format: 'date',
			description: 'What its first three characters say, in East Africa Time; a hint.',
		}),
		deliveries: z.int().register(openapi, {
			description: 'Minutes of that day in which M-Pesa delivered anything to us.',
		}),
		silences: z.array(z.object({ from: instant(), to: instant() })).register(openapi, {
			description:
				'The longest times of that day, of 20 minutes at least, in which nothing came; three at most.',
		}),
		statements: z.enum(['all', 'part', 'none']).register(openapi, {
			description: 'How much of that day the statements that were taken in cover.',
		}),
		delivery: z
			.nullable(z.object({ at: instant(), state: z.enum(['open', 'settled']) }))
			.register(openapi, {
				description: 'A delivery of M-Pesa that has it and changed no payment, waiting or settled.',
			}),
		line: z
			.nullable(z.object({ at: instant(), month: z.string(), paid_in: z.number() }))
			.register(openapi, { description: 'A line of a statement that has this receipt.' }),
	})
	.register(openapi, { id: 'ReceiptHint' });
export type ReceiptHint = z.infer<typeof receiptHint>;
