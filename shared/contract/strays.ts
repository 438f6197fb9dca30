import { described, z } from '../zod.ts';
import { among, namesOf } from './choices.ts';
import { searchText } from './fields.ts';
import { paged } from './lists.ts';

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
export const settlementNames = namesOf(settlements);

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
export const strayStates = ['open', 'settled', ...settlementNames] as const;
export type StrayState = (typeof strayStates)[number];

/** Which deliveries to list. */
export const unmatchedQuery = z.object({
	state: described(
		z.optional(among('State', strayStates)),
		'`open` (the default), `settled`, or the decision.',
	),
	search: described(searchText(), 'A whole receipt, phone, request id or account in a delivery.'),
	...paged,
});
