import { courses } from './courses.ts';
import { examSets } from './exam-sets.ts';
import { pastPapers } from './past-papers.ts';
import type { ResourceKey } from './resources.ts';
import { subjects } from './subjects.ts';
import { topics } from './topics.ts';

/** Every kind of content with its fields. */
export const content = {
	courses,
	subjects,
	topics,
	examSets,
	pastPapers,
} satisfies { [Key in ResourceKey]: { key: Key } };
