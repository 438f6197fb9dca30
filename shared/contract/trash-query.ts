import { described, z } from '../zod.ts';
import { searchText } from './fields.ts';
import { paged } from './lists.ts';
import { resourceWord } from './resource-word.ts';

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
