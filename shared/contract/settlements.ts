import { openapi, z } from '../zod.ts';
import { id, instant, line, requiredOr } from './fields.ts';
import { settlementNames } from './strays.ts';

const reason = () => line('Reason', 'Reason is required', 500);

/** Why nobody has to look at a marked payment any more. */
export const markSettlement = z
	.object({ reason: reason() })
	.register(openapi, { id: 'MarkSettlement' });

/** What an unmatched delivery is, and why. */
export const deliverySettlement = z
	.object({
		as: z.enum(
			settlementNames,
			requiredOr('What it is must be said', `As must be one of ${settlementNames.join(', ')}`),
		),
		transaction_id: z.nullish(z.string('Transaction must be one id')).register(openapi, {
			description:
				'The payment that it is about. As a payment it completes that one, or makes a new one.',
		}),
		reason: reason(),
	})
	.register(openapi, { id: 'DeliverySettlement' });
export type DeliverySettlement = z.infer<typeof deliverySettlement>;

/** What somebody said that a delivery is. */
export const settledDelivery = z
	.object({
		as: z.enum(settlementNames),
		at: instant(),
		by: z.string(),
		reason: z.string(),
		transaction_id: z.nullable(id()),
		can_be_withdrawn: z.boolean().register(openapi, {
			description: 'A payment that was completed by it stays so.',
		}),
	})
	.register(openapi, { id: 'SettledDelivery' });

/** A request that M-Pesa never answered, and why a report may be about it. */
export const candidate = z
	.object({
		id: id(),
		created_at: instant(),
		amount: z.int(),
		phone_number: z.nullable(z.string()),
		account_reference: z.nullable(z.string()),
		reason: z.string(),
	})
	.register(openapi, { id: 'UnansweredRequest' });
export type Candidate = z.infer<typeof candidate>;
