import { openapi, z } from '../zod.ts';
import { id, instant } from './fields.ts';
import { resourceWord } from './resource-word.ts';

/** An item that was deleted, with all that lay under it. */
export const deletion = z
	.object({
		id: id(),
		at: instant(),
		by: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
		kind: resourceWord(),
		/** The item's own id. */
		item_id: id(),
		name: z.nullable(z.string()),
		path: z
			.array(z.string())
			.register(openapi, { description: 'What it lay under, outermost first.' }),
		counts: z
			.record(z.string(), z.int())
			.register(openapi, { description: 'What went with it, by kind; zeros are left out.' }),
		until: instant().register(openapi, { description: 'When it goes for good.' }),
	})
	.register(openapi, { id: 'Deletion' });
export type Deletion = z.infer<typeof deletion>;

/** The answer of a restore: where the item is now. */
export const restored = z
	.object({
		kind: resourceWord(),
		id: id(),
		path: z
			.array(z.object({ kind: resourceWord(), id: id(), name: z.nullable(z.string()) }))
			.register(openapi, { description: 'What it lies under, outermost first.' }),
	})
	.register(openapi, { id: 'Restored' });
export type Restored = z.infer<typeof restored>;
