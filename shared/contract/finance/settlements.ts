import { formatWhole } from '../../grouped.ts';
import { component, z } from '../../zod.ts';
import { among, listNames } from '../platform/choices.ts';
import { id, instant, reason, searchText, whole } from '../platform/fields.ts';
import { paged } from '../platform/lists.ts';

/** Decisions about an unmatched delivery; only `payment` counts it as money. */
export const settlements = {
	payment: 'A payment to us',
	not_ours: 'Not ours',
	duplicate: 'A duplicate',
	to_return: 'To be returned',
	other: 'Something else',
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

/** State of a delivery: open, settled, or the decision. */
export const unmatchedStates = ['open', 'settled', ...settlementNames] as const;
export type UnmatchedState = (typeof unmatchedStates)[number];

/** Which deliveries to list. */
export const unmatchedQuery = z.object({
	state: z.optional(among('State', unmatchedStates)),
	search: searchText(),
	...paged,
});

/** The reason why a marked payment is settled. */
export const markSettlement = component('MarkSettlement', { reason: reason() });

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
