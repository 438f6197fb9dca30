import { formatCount, formatWhole } from '../../grouped.ts';
import { component, z } from '../../zod.ts';
import { listNames, ofEach } from '../platform/choices.ts';
import { actor, id, instant } from '../platform/fields.ts';
import { mapByKind, slugsInCourse } from './resources.ts';

const { course: _, ...under } = mapByKind(() => true);

export const courseOverview = component('CourseOverview', {
	drafts: ofEach(slugsInCourse, z.int),
	without_file: ofEach(['topics', 'pastpapers'], z.int),
	without_papers: ofEach(['examsets'], z.int),
	/** Null where coverage is turned off. */
	coverage: z.nullable(z.object({ missing: z.int(), of: z.int() })),
	changed: z.array(
		z.object({
			kind: z.enum(listNames(under)),
			id: id(),
			name: z.string(),
			parent_id: z.nullable(z.string()),
			updated_at: instant(),
			action: z.nullable(z.string()),
			/** Null if unknown, or if the caller may not see the history. */
			by: z.nullable(actor),
		}),
	),
});

export type CourseOverview = z.infer<typeof courseOverview>;

/** Number of changes in an overview. */
export const CHANGED = 6;

/** Formats '46 of 72 subject and series pairs have no paper'. */
export const formatMissingPairs = (missing: number, all: number) =>
	`${formatWhole(missing)} of ${formatCount(all, 'subject and series pair')} ${all === 1 ? 'has' : 'have'} no paper`;
