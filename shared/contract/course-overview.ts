import { component, z } from '../zod.ts';
import { namesOf, ofEach } from './choices.ts';
import { actor, id, instant } from './fields.ts';
import { byKind } from './resources.ts';

const { course: _, ...under } = byKind(() => true);

/** What a course still lacks and what changed in it lately: what its own page shows. */
export const courseOverview = component('CourseOverview', {
	drafts: ofEach(['subjects', 'topics', 'examsets', 'pastpapers'], z.int),
	without_file: ofEach(['topics', 'pastpapers'], z.int),
	without_papers: ofEach(['examsets'], z.int),
	/** How many papers of a subject in a series are missing, and how many there should be. */
	coverage: z.object({ missing: z.int(), of: z.int() }),
	changed: z.array(
		z.object({
			kind: z.enum(namesOf(under)),
			id: id(),
			name: z.string(),
			parent_id: z.nullable(z.string()),
			updated_at: instant(),
			/** Who did; null where nobody knows, as after an import, and for those who may not see the history. */
			by: z.nullable(actor),
		}),
	),
});

export type CourseOverview = z.infer<typeof courseOverview>;

/** How many changes an overview tells of. */
export const CHANGED = 6;
