import { component, describeAs, z } from '../zod.ts';
import { actor, id, instant, searchText } from './fields.ts';
import { paged } from './lists.ts';
import { resourceSlug } from './resources.ts';

export const trashQuery = z.object({
	kind: z.optional(resourceSlug()),
	item: describeAs(
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
	kind: resourceSlug(),
	item_id: id(),
	name: z.nullable(z.string()),
	path: describeAs(z.array(z.string()), 'Names of its parents, outermost first.'),
	counts: describeAs(
		z.record(z.string(), z.int()),
		'Numbers of items deleted with it, by kind; zeros are omitted.',
	),
	published: describeAs(z.boolean(), 'Something in it was published, so only editors restore it.'),
	until: describeAs(instant(), 'Time of the permanent deletion.'),
});
export type Deletion = z.infer<typeof deletion>;

/** The answer of a restore: the current place of the item. */
export const restored = component('Restored', {
	kind: resourceSlug(),
	id: id(),
	path: describeAs(
		z.array(z.object({ kind: resourceSlug(), id: id(), name: z.nullable(z.string()) })),
		'Parents, outermost first.',
	),
});
export type Restored = z.infer<typeof restored>;
