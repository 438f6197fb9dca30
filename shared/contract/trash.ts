import { component, described, z } from '../zod.ts';
import { actor, id, instant, searchText } from './fields.ts';
import { paged } from './lists.ts';
import { resourceWord } from './resources.ts';

export const trashQuery = z.object({
	kind: z.optional(resourceWord()),
	item: described(
		z.optional(z.string('Item must be one id')),
		'Only the deletion with this item, also if it was deleted with its parent.',
	),
	search: searchText(),
	...paged,
});
export type TrashQuery = z.infer<typeof trashQuery>;

/** A deleted item with all items below it. */
export const deletion = component('Deletion', {
	id: id(),
	at: instant(),
	by: actor,
	kind: resourceWord(),
	item_id: id(),
	name: z.nullable(z.string()),
	path: described(z.array(z.string()), 'Names of its parents, outermost first.'),
	counts: described(
		z.record(z.string(), z.int()),
		'Numbers of items deleted with it, by kind; zeros are omitted.',
	),
	until: described(instant(), 'Time of the permanent deletion.'),
});
export type Deletion = z.infer<typeof deletion>;

/** The answer of a restore: the current place of the item. */
export const restored = component('Restored', {
	kind: resourceWord(),
	id: id(),
	path: described(
		z.array(z.object({ kind: resourceWord(), id: id(), name: z.nullable(z.string()) })),
		'Parents, outermost first.',
	),
});
export type Restored = z.infer<typeof restored>;
