import { component, z } from '../zod.ts';
import { actor, instant } from './fields.ts';

/** An item as it was from a save on; the newest is how it is now. `item` has the fields of an update of its kind. */
export const itemVersion = component('ItemVersion', {
	version: z.int(),
	at: instant(),
	/** Null where nobody knows: rows that an import or an older version of the server made. */
	by: z.nullable(actor),
	item: z.record(z.string(), z.unknown()),
});
export type ItemVersion = z.infer<typeof itemVersion>;
