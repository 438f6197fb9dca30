import type { Permission } from './access.ts';
import { among } from './choices.ts';

/** The key of a kind of content in code: cache keys, OpenAPI operation ids. */
export type ResourceKey = 'courses' | 'subjects' | 'topics' | 'examSets' | 'pastPapers';

export interface ResourceFacts {
	label: string;
	plural: string;
	kind: string;
	/** Its word in addresses, in the counts of deletions, and in the file names of an import. */
	word: string;
	path: string;
	param: string;
	ordered: boolean;
	/** The field that publishes an item with other items below it. Unset for courses, which have no draft state. */
	publishedBy?: string;
	read: Permission;
	write: Permission;
	/** Kinds whose answers include data of this kind. */
	affects: readonly ResourceKey[];
}

const content = { ordered: true, read: 'content:read', write: 'content:write' } as const;

/** Every kind of content, parents first: the base of routes, permissions, audit, import and the console's cache. */
export const resources = {
	courses: {
		...content,
		label: 'Course',
		plural: 'Courses',
		kind: 'course',
		word: 'courses',
		path: '/courses',
		param: 'courseId',
		affects: ['subjects', 'topics', 'examSets', 'pastPapers'],
	},
	subjects: {
		...content,
		label: 'Subject',
		plural: 'Subjects',
		kind: 'subject',
		word: 'subjects',
		path: '/courses/:courseId/subjects',
		param: 'subjectId',
		publishedBy: 'published',
		affects: ['courses', 'topics', 'pastPapers'],
	},
	topics: {
		...content,
		label: 'Topic',
		plural: 'Topics',
		kind: 'topic',
		word: 'topics',
		path: '/courses/:courseId/subjects/:subjectId/topics',
		param: 'topicId',
		affects: ['courses', 'subjects'],
	},
	examSets: {
		...content,
		label: 'Exam set',
		plural: 'Exam sets',
		kind: 'examset',
		word: 'examsets',
		path: '/courses/:courseId/examsets',
		param: 'examSetId',
		publishedBy: 'is_published',
		affects: ['courses', 'pastPapers'],
	},
	pastPapers: {
		...content,
		label: 'Past paper',
		plural: 'Past papers',
		kind: 'pastpaper',
		word: 'pastpapers',
		path: '/courses/:courseId/examsets/:examSetId/pastpapers',
		param: 'paperId',
		affects: ['courses', 'subjects'],
	},
} as const satisfies Record<ResourceKey, ResourceFacts>;

type Each = (typeof resources)[ResourceKey];
export type ContentKind = Each['kind'];
export type ResourceWord = Each['word'];

/** Maps the audit trail's word of each kind to a value: `byKind(({ label }) => label).course`. */
export const byKind = <Value>(tell: (facts: Each) => Value) =>
	Object.fromEntries(Object.values(resources).map((facts) => [facts.kind, tell(facts)])) as Record<
		ContentKind,
		Value
	>;

/** Every kind of content by its word in addresses: `byWord.examsets.label`. */
export const byWord = Object.fromEntries(
	Object.values(resources).map((facts) => [facts.word, facts]),
) as Record<ResourceWord, Each>;

/** The words of the kinds in a course: all kinds but courses. */
export const wordsInCourse = Object.values(resources)
	.map(({ word }) => word)
	.filter((word) => word !== 'courses');

const words = Object.values(resources).map(({ word }) => word);

/** Makes the schema of a kind of content in addresses and bodies: `pastpapers`. */
export const resourceWord = () => among('Kind', words);
