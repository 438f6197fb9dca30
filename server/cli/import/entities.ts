import { courses } from '#shared/contract/courses.ts';
import { examSets } from '#shared/contract/exam-sets.ts';
import { pastPapers } from '#shared/contract/past-papers.ts';
import type { AnyResource } from '#shared/contract/resource.ts';
import { subjects } from '#shared/contract/subjects.ts';
import { topics } from '#shared/contract/topics.ts';
import type { Store } from '../../content/store.ts';
import type { Db } from '../../db/database.ts';
import { courseStore } from '../../features/courses/store.ts';
import { examSetStore } from '../../features/exam-sets/store.ts';
import { pastPaperStore } from '../../features/past-papers/store.ts';
import { subjectStore } from '../../features/subjects/store.ts';
import { topicStore } from '../../features/topics/store.ts';

/** The kinds of rows, parents first; a folder has one file of each, `<kind>.csv` or `<kind>.json`. */
export const kinds = ['courses', 'subjects', 'topics', 'examsets', 'pastpapers'] as const;
export type Kind = (typeof kinds)[number];

/** A column that holds the key of a row of another kind. */
export interface Reference {
	column: string;
	kind: Kind;
}

/** What one kind of row has besides the fields of its create call. */
export interface Entity {
	resource: AnyResource;
	// biome-ignore lint/suspicious/noExplicitAny: the store of any resource
	store: (db: Db) => Store<any>;
	parent?: Reference;
	/** The field that a name in the column `file` fills. */
	link?: 'topicUrl' | 'url';
	/** An optional reference within the course, and the field that it fills. */
	about?: Reference & { field: string; otherCourse: string };
}

export const entities: Record<Kind, Entity> = {
	courses: { resource: courses, store: courseStore },
	subjects: {
		resource: subjects,
		store: subjectStore,
		parent: { column: 'course', kind: 'courses' },
	},
	topics: {
		resource: topics,
		store: topicStore,
		parent: { column: 'subject', kind: 'subjects' },
		link: 'topicUrl',
	},
	examsets: {
		resource: examSets,
		store: examSetStore,
		parent: { column: 'course', kind: 'courses' },
	},
	pastpapers: {
		resource: pastPapers,
		store: pastPaperStore,
		parent: { column: 'examset', kind: 'examsets' },
		link: 'url',
		about: {
			column: 'subject',
			kind: 'subjects',
			field: 'subject_id',
			otherCourse: 'Subject must be one of the course',
		},
	},
};

/** The fields of the create call that a row may give itself. */
export const fieldsOf = ({ resource, about }: Entity): string[] =>
	Object.keys(resource.create.shape).filter((field) => field !== about?.field);

/** Every column that a file of this kind may have. */
export const columnsOf = (entity: Entity): string[] => [
	'key',
	...[entity.parent?.column, entity.about?.column].filter((column) => column !== undefined),
	...fieldsOf(entity),
	...(entity.link ? ['file'] : []),
];
