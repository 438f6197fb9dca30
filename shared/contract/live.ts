import { component, described, z } from '../zod.ts';
import { id } from './fields.ts';
import { statuses } from './transactions-query.ts';

/** So many payments are followed by one stream: a page of the list. */
export const FOLLOWED_MAX = 10;

/** What an event `state` of `GET /transactions/{ids}/events` says of one payment. */
export const liveState = component('LiveState', {
	id: id(),
	status: z.enum(statuses),
	words: described(z.string(), '`Ringing`, `Cancelled by the payer`, `Paid, UKK…`.'),
});
export type LiveState = z.infer<typeof liveState>;
