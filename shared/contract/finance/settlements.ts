import { formatWhole } from '../../grouped.ts';
import { component, z } from '../../zod.ts';
import { among, listNames } from '../platform/choices.ts';
import { id, instant, reason, whole } from '../platform/fields.ts';

/** Decisions about an unmatched delivery; only `payment` counts it as money. */
export const settlements = {
	payment: 'A payment to us',
	not_ours: 'Not ours',
	duplicate: 'A duplicate',
	to_return: 'Will be given back',
	other: 'Left, with a reason',
} as const;
export type Settlement = keyof typeof settlements;
/** Their names, as they are sent. */
export const settlementNames = listNames(settlements);

/** Outcomes of deliveries that changed no payment and need a decision. */
export const unmatchedOutcomes = [
	'unknown_request',
	'unreadable',
	'untrusted',
	'amount_mismatch',
	'receipt_reused',
	'request_mismatch',
	'receipt_differs',
	'other_short_code',
	'time_ahead',
	'amount_too_large',
	'other_type',
	'cents',
] as const;
export const isUnmatched = (outcome: string | null | undefined) =>
	unmatchedOutcomes.some((one) => one === outcome);

/** The decision about an unmatched delivery, with the reason. `anyway` counts money that was paid to another paybill. */
export const deliverySettlement = component('DeliverySettlement', {
	as: among('As', settlementNames, 'What it is must be said'),
	transaction_id: z.nullish(z.string('Transaction must be one id')),
	months: z.nullish(whole('Months', { min: 1, max: 36 })),
	anyway: z.optional(z.boolean('Anyway must be true or false')),
	reason: reason(),
});
export type DeliverySettlement = z.infer<typeof deliverySettlement>;

/** The decision that was made about a delivery. */
export const settledDelivery = component('SettledDelivery', {
	id: z.int(),
	as: z.enum(settlementNames),
	at: instant(),
	by: z.string(),
	reason: z.string(),
	transaction_id: z.nullable(id()),
});
export type SettledDelivery = z.infer<typeof settledDelivery>;

/** Money that M-Pesa reported about a payment and that is not booked. */
export const reportedMoney = component('ReportedMoney', {
	delivery: z.int(),
	at: instant(),
	amount: z.nullable(z.int()),
	receipt: z.nullable(z.string()),
	settlement: z.nullable(settledDelivery),
});
export type ReportedMoney = z.infer<typeof reportedMoney>;

/** Formats the reported and the requested amount: `M-Pesa reported KSh 150; we asked for KSh 1,500`. */
export const formatReported = (reported: number | null, requested: number) => {
	const first = `M-Pesa reported ${reported === null ? 'no amount' : `KSh ${formatWhole(reported)}`}`;
	return reported === requested ? first : `${first}; we asked for KSh ${formatWhole(requested)}`;
};
