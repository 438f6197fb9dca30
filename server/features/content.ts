import type { ResourceKey } from '#shared/contract/resources.ts';
import { courseStore } from './courses/store.ts';
import { examSetStore } from './exam-sets/store.ts';
import { pastPaperStore } from './past-papers/store.ts';
import { subjectStore } from './subjects/store.ts';
import { topicStore } from './topics/store.ts';

/** The store of every kind of content. */
export const contentStores = {
	courses: courseStore,
	subjects: subjectStore,
	topics: topicStore,
	examSets: examSetStore,
	pastPapers: pastPaperStore,
} satisfies { [Key in ResourceKey]: { resource: { key: Key } } };
