import { component, described, z } from '../zod.ts';
import { id } from './fields.ts';
import { statuses } from './transactions-query.ts';

/** Maximum number of payments in one stream. */
export const FOLLOWED_MAX = 10;

export const liveState = component('LiveState', {
	id: id(),
	status: z.enum(statuses),
	words: described(z.string(), '`Ringing`, `Cancelled by the payer`, `Paid, UKK…`.'),
});
export type LiveState = z.infer<typeof liveState>;
