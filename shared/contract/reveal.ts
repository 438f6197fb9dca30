import { component, described, z } from '../zod.ts';
import { trueOrFalse } from './choices.ts';
import { inOrder, instant, reason } from './fields.ts';
import { filters } from './transactions-query.ts';

/** `POST /transactions/{id}/reveal`: the reason for revealing a payer's whole number. */
export const revealRequest = component('RevealRequest', {
	reason: reason(),
});

/** Maximum time to show a revealed number, in seconds. */
export const REVEALED_S = 60;

export const revealed = component('RevealedPhone', {
	phone_number: z.nullable(z.string()),
	until: described(instant(), 'Hide the number at this time.'),
});
export type Revealed = z.infer<typeof revealed>;

/** Query of the CSV export: the matching payments, with whole numbers on request for callers with the permission. */
export const exportQuery = inOrder(
	z.object({
		...filters,
		numbers: described(
			trueOrFalse('Numbers'),
			'`true` for whole instead of masked phone numbers; requires `payments:reveal`.',
		),
	}),
);
