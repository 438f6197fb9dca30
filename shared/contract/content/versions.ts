import { component, z } from '../../zod.ts';
import { actor, instant } from '../platform/fields.ts';

/**
 * An item from one save to the next; the newest version is the current one. `item` has the fields of an update of its
 * kind.
 */
export const itemVersion = component('ItemVersion', {
	version: z.int(),
	at: instant(),
	/** Null if unknown: rows of an import or of an older version of the server. */
	by: z.nullable(actor),
	item: z.record(z.string(), z.unknown()),
});
export type ItemVersion = z.infer<typeof itemVersion>;
