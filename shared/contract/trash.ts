import { component, described, z } from '../zod.ts';
import { actor, id, instant } from './fields.ts';
import { resourceWord } from './resource-word.ts';

/** A deleted item with all items below it. */
export const deletion = component('Deletion', {
	id: id(),
	at: instant(),
	by: actor,
	kind: resourceWord(),
	item_id: id(),
	name: z.nullable(z.string()),
	path: described(z.array(z.string()), 'What it lay under, outermost first.'),
	counts: described(
		z.record(z.string(), z.int()),
		'What went with it, by kind; zeros are left out.',
	),
	until: described(instant(), 'When it goes for good.'),
});
export type Deletion = z.infer<typeof deletion>;

/** The answer of a restore: the current place of the item. */
export const restored = component('Restored', {
	kind: resourceWord(),
	id: id(),
	path: described(
		z.array(z.object({ kind: resourceWord(), id: id(), name: z.nullable(z.string()) })),
		'What it lies under, outermost first.',
	),
});
export type Restored = z.infer<typeof restored>;
