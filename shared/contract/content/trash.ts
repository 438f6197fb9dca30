import { component, z } from '../../zod.ts';
import { actor, id, instant, searchText } from '../platform/fields.ts';
import { paged } from '../platform/lists.ts';
import { resourceSlug } from './resources.ts';

export const trashQuery = z.object({
	kind: z.optional(resourceSlug()),
	item: z.optional(z.string('Item must be one id')),
	search: searchText(),
	...paged,
});
export type TrashQuery = z.infer<typeof trashQuery>;

/** A deleted item with all items below it. */
export const deletion = component('Deletion', {
	id: id(),
	at: instant(),
	by: actor,
	kind: resourceSlug(),
	item_id: id(),
	name: z.nullable(z.string()),
	path: z.array(z.string()),
	counts: z.record(z.string(), z.int()),
	published: z.boolean(),
	until: instant(),
});
export type Deletion = z.infer<typeof deletion>;

/** A value that a restore could not give back. */
export const lostValue = component('LostValue', {
	id: id(),
	field: z.string(),
	text: z.string(),
});

/** The answer of a restore: the current place of the item. */
export const restored = component('Restored', {
	kind: resourceSlug(),
	id: id(),
	path: z.array(z.object({ kind: resourceSlug(), id: id(), name: z.nullable(z.string()) })),
	lost: z.array(lostValue),
});
export type Restored = z.infer<typeof restored>;
