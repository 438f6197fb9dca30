import { component, described, z } from '../zod.ts';
import { trueOrFalse } from './choices.ts';
import { inOrder, instant, reason } from './fields.ts';
import { filters } from './transactions-query.ts';

/** `POST /transactions/{id}/reveal`: why somebody needs the whole number of a payer. */
export const revealRequest = component('RevealRequest', {
	reason: reason(),
});

/** How long a number may be shown, in seconds. */
export const REVEALED_S = 60;

export const revealed = component('RevealedPhone', {
	phone_number: z.nullable(z.string()),
	until: described(instant(), 'Not to be shown any longer.'),
});
export type Revealed = z.infer<typeof revealed>;

/** What a CSV file has: the payments that match, with whole numbers for who may and says so. */
export const exportQuery = inOrder(
	z.object({
		...filters,
		numbers: described(
			trueOrFalse('Numbers'),
			'`true` for whole phone numbers where people see them masked; it takes `payments:reveal`.',
		),
	}),
);
