import { grouped } from '../grouped.ts';
import { openapi, z } from '../zod.ts';
import { id, instant } from './fields.ts';
import { pageOf } from './lists.ts';
import { markNames, statuses } from './transactions-query.ts';

/** What makes a payment, or moves it from one status to another. */
export const eventCauses = [
	'request',
	'answer',
	'callback',
	'query',
	'confirmation',
	'merged',
	'sample',
	'settled',
	'booked',
] as const;
export type EventCause = (typeof eventCauses)[number];

export const transaction = z
	.object({
		id: id(),
		created_at: instant(),
		updated_at: instant(),
		paid_at: z.nullable(instant()).register(openapi, {
			description: "The moment of the payment by M-Pesa's own clock, where it gave one.",
		}),
		status: z.enum(statuses),
		amount: z.int().register(openapi, { description: 'Whole Kenyan shillings.' }),
		mpesa_receipt_number: z.nullable(z.string()),
		phone_number: z.nullable(z.string()).register(openapi, {
			description: '254 and nine digits; of a paybill payment as it came, often masked.',
		}),
		checkout_request_id: z.nullable(z.string()),
		merchant_request_id: z.nullable(z.string()),
		result_code: z.nullable(z.union([z.number(), z.string()])),
		result_desc: z.nullable(z.string()),
		start_date: z.nullable(z.string()).register(openapi, { format: 'date' }),
		end_date: z.nullable(z.string()).register(openapi, { format: 'date' }),
		account_reference: z.nullable(z.string()),
		payer_name: z
			.nullable(z.string())
			.register(openapi, { description: "As M-Pesa's confirmation has it, where one came." }),
		description: z.nullable(z.string()),
		months: z.nullable(z.int()),
		assigned_reference: z.nullable(z.string()).register(openapi, {
			description:
				'Whose it is by the newest assignment; what was typed stays `account_reference`.',
		}),
		adjusted: z.int().register(openapi, {
			description: 'Whole shillings that were reversed or refunded; the status stays.',
		}),
		marks: z
			.array(z.enum(markNames))
			.register(openapi, { description: 'Why a person should look at it.' }),
	})
	.register(openapi, { id: 'Transaction' });
export type Transaction = z.infer<typeof transaction>;

/** A search counts up to so many. */
export const FOUND_MAX = 10_000;
export const transactionsPage = z.extend(pageOf(transaction), {
	more: z.optional(z.literal(true)).register(openapi, {
		description: `Of a search that finds more than ${grouped(FOUND_MAX)}: so many are shown, and the total is that.`,
	}),
});
