import type { Permission } from '../platform/access.ts';
import { among } from '../platform/choices.ts';

/** The key of a kind of content in code: cache keys, OpenAPI operation ids. */
export type ResourceKey = 'courses' | 'subjects' | 'topics' | 'examSets' | 'pastPapers';

export interface ResourceFacts {
	label: string;
	plural: string;
	/** Its name in the audit trail, such as `examset`. */
	auditKind: string;
	/** Its name in addresses, in the counts of deletions, and in the file names of an import. */
	slug: string;
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
		auditKind: 'course',
		slug: 'courses',
		path: '/courses',
		param: 'courseId',
		affects: ['subjects', 'topics', 'examSets', 'pastPapers'],
	},
	subjects: {
		...content,
		label: 'Subject',
		plural: 'Subjects',
		auditKind: 'subject',
		slug: 'subjects',
		path: '/courses/:courseId/subjects',
		param: 'subjectId',
		publishedBy: 'published',
		affects: ['courses', 'topics', 'pastPapers'],
	},
	topics: {
		...content,
		label: 'Topic',
		plural: 'Topics',
		auditKind: 'topic',
		slug: 'topics',
		path: '/courses/:courseId/subjects/:subjectId/topics',
		param: 'topicId',
		affects: ['courses', 'subjects'],
	},
	examSets: {
		...content,
		label: 'Exam Set',
		plural: 'Exam Sets',
		auditKind: 'examset',
		slug: 'examsets',
		path: '/courses/:courseId/examsets',
		param: 'examSetId',
		publishedBy: 'is_published',
		affects: ['courses', 'pastPapers'],
	},
	pastPapers: {
		...content,
		label: 'Past Paper',
		plural: 'Past Papers',
		auditKind: 'pastpaper',
		slug: 'pastpapers',
		path: '/courses/:courseId/examsets/:examSetId/pastpapers',
		param: 'paperId',
		affects: ['courses', 'subjects'],
	},
} as const satisfies Record<ResourceKey, ResourceFacts>;

type Each = (typeof resources)[ResourceKey];
export type ContentKind = Each['auditKind'];
export type ResourceWord = Each['slug'];

/** Maps each `auditKind` to a value: `mapByKind(({ label }) => label).course`. */
export const mapByKind = <Value>(tell: (facts: Each) => Value) =>
	Object.fromEntries(
		Object.values(resources).map((facts) => [facts.auditKind, tell(facts)]),
	) as Record<ContentKind, Value>;

/** Every kind of content by its slug: `bySlug.examsets.label`. */
export const bySlug = Object.fromEntries(
	Object.values(resources).map((facts) => [facts.slug, facts]),
) as Record<ResourceWord, Each>;

/** The slugs of the kinds in a course: all kinds but courses. */
export const slugsInCourse = Object.values(resources)
	.map(({ slug }) => slug)
	.filter((word) => word !== 'courses');

const words = Object.values(resources).map(({ slug }) => slug);

/** Makes the schema of a kind of content in addresses and bodies: `pastpapers`. */
export const resourceSlug = () => among('Kind', words);
