import { component, z } from '../zod.ts';
import { namesOf } from './choices.ts';
import { actor, id, instant } from './fields.ts';
import { byKind, type ResourceWord } from './resources.ts';

const counts = <const Words extends readonly ResourceWord[]>(words: Words) =>
	z.object(
		Object.fromEntries(words.map((word) => [word, z.int()])) as {
			[Word in Words[number]]: ReturnType<typeof z.int>;
		},
	);

const { course: _, ...under } = byKind(() => true);

/** What a course still lacks and what changed in it lately: what its own page shows. */
export const courseOverview = component('CourseOverview', {
	drafts: counts(['subjects', 'topics', 'examsets', 'pastpapers']),
	without_file: counts(['topics', 'pastpapers']),
	without_papers: counts(['examsets']),
	/** How many papers of a subject in a series are missing, and how many there should be. */
	coverage: z.object({ missing: z.int(), of: z.int() }),
	/** Newest first, at most `CHANGED`. */
	changed: z.array(
		z.object({
			kind: z.enum(namesOf(under)),
			id: id(),
			name: z.string(),
			/** The subject of a topic, the exam set of a past paper. */
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
