import { openapi, z } from '../zod.ts';
import { instant } from './fields.ts';
import type { ResourceWord } from './resources.ts';

/**
 * What goes with an item when it is deleted, by kind; a kind that cannot lie under it is 0.
 * `unlinkedPapers` stay, but lose their subject.
 */
export const deletionImpact = z
	.object({
		subjects: z.int(),
		topics: z.int(),
		examsets: z.int(),
		pastpapers: z.int(),
		unlinkedPapers: z.int(),
	} satisfies Record<Exclude<ResourceWord, 'courses'> | 'unlinkedPapers', z.ZodMiniType>)
	.register(openapi, { id: 'DeletionImpact' });

export type DeletionImpact = z.infer<typeof deletionImpact>;

/** The same before it is deleted, and how long all of that could be restored. */
export const deletionForecast = z
	.extend(deletionImpact, {
		restorable_until: instant().register(openapi, { description: 'If it is deleted now.' }),
	})
	.register(openapi, { id: 'DeletionForecast' });

export type DeletionForecast = z.infer<typeof deletionForecast>;
