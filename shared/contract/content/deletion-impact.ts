import { extendComponent, openapi, z } from '../../zod.ts';
import { ofEach, separated } from '../platform/choices.ts';
import { instant } from '../platform/fields.ts';
import { BULK_IDS_MAX } from './bulk.ts';
import { resourceSlug, slugsInCourse } from './resources.ts';

/** Number of deleted items by kind. `unlinkedPapers` are kept, but lose their subject. */
export const deletionImpact = ofEach([...slugsInCourse, 'unlinkedPapers'], z.int).register(
	openapi,
	{
		id: 'DeletionImpact',
	},
);

export type DeletionImpact = z.infer<typeof deletionImpact>;

export const deletionForecast = extendComponent('DeletionForecast', deletionImpact, {
	restorable_until: instant(),
});

export type DeletionForecast = z.infer<typeof deletionForecast>;

/** Selects items by ids or by a query of the kind's cross-course list. */
export const deletionImpactQuery = z
	.object({
		kind: resourceSlug(),
		ids: z.optional(separated('Ids', BULK_IDS_MAX)),
		where: z.optional(z.string('Where must be text')),
	})
	.check(
		z.refine(({ ids, where }) => (ids === undefined) !== (where === undefined), {
			path: ['ids'],
			message: 'Either ids or where must say which',
		}),
	);
