import { type Course, courseCounts, courses } from '#shared/contract/content/courses.ts';
import { examSets } from '#shared/contract/content/exam-sets.ts';
import { pastPapers } from '#shared/contract/content/past-papers.ts';
import type { ResourceKey } from '#shared/contract/content/resources.ts';
import { subjects } from '#shared/contract/content/subjects.ts';
import { topics } from '#shared/contract/content/topics.ts';
import { NONE } from '#shared/contract/platform/lists.ts';
import { requireOwnFile } from '../files/store.ts';
import { countReferring } from '../resources/impact.ts';
import { unlink } from '../resources/links.ts';
import { filterByFile, filterByProblems } from '../resources/list-page.ts';
import { createTableStore } from '../resources/table-store.ts';
import { tables, type Untyped } from '../resources/tables.ts';

const isInSets = (eb: Untyped, is: (set: Untyped) => Untyped) =>
	eb(
		eb.refTuple('past_papers.course_id', 'past_papers.exam_set_id'),
		'in',
		eb
			.selectFrom('exam_sets')
			.select(['exam_sets.course_id', 'exam_sets.id'])
			.where(is)
			.$asTuple('course_id', 'id'),
	);

const pastPaperStore = createTableStore(pastPapers, {
	references: { subject_id: 'subjects' },
	counts: { opened: 'opened_totals' },
	filters: {
		without_file: filterByFile,
		with_problems: filterByProblems,
		year: (eb, value) => isInSets(eb, (set) => set('exam_sets.year', '=', Number(value))),
		series: (eb, value) =>
			isInSets(eb, (set) =>
				value === NONE ? set('exam_sets.series', 'is', null) : set('exam_sets.series', '=', value),
			),
		kind: (eb, value) => eb('kind', '=', value),
	},
	check: (db, _place, { url }) => requireOwnFile(db, url, 'url'),
});

const countRows = (eb: Untyped) => [
	eb
		.selectFrom('topics')
		.select(eb.fn.countAll().as('n'))
		.whereRef('topics.course_id', '=', 'subjects.course_id')
		.whereRef('topics.subject_id', '=', 'subjects.id')
		.as('topic_count'),
	eb
		.selectFrom('past_papers')
		.select(eb.fn.countAll().as('n'))
		.whereRef('past_papers.course_id', '=', 'subjects.course_id')
		.whereRef('past_papers.subject_id', '=', 'subjects.id')
		.as('paper_count'),
];

export const subjectStore = createTableStore(subjects, {
	extra: {
		columns: countRows,
		fields: ({ topic_count, paper_count }) => ({
			stats: { topicCount: topic_count, paperCount: paper_count },
		}),
	},
	alsoChanges: async (db, which) => ({
		unlinkedPapers: await countReferring(db, 'pastPapers', 'subject_id', 'subjects', which),
	}),
	// Past papers of the subject stay; removing their subject is recorded as a change of each.
	beforeRemove: (db, { courseId, subjectId }, context) => {
		const about = { course_id: courseId, subject_id: subjectId };
		return unlink(db, pastPaperStore, 'subject_id', about, { context, cause: 'subject_deleted' });
	},
});

const countContent = (eb: Untyped) => {
	const count = (table: string) =>
		eb
			.selectFrom(table)
			.select(eb.fn.countAll().as('n'))
			.whereRef(`${table}.course_id`, '=', 'courses.id');
	const keys = Object.keys(courseCounts) as (keyof typeof courseCounts)[];
	// A literal, because the query is compiled once for all courses with the course id as its only parameter.
	const drafts = keys.map((key) =>
		count(tables[key].table).where(`${tables[key].table}.published`, '=', eb.lit(false)),
	);
	return [
		...keys.map((key) => count(tables[key].table).as(courseCounts[key])),
		drafts.reduce((sum, each) => eb(sum, '+', each)).as('drafts'),
	];
};

export const courseStore = createTableStore(courses, {
	extra: {
		columns: countContent,
		fields: (row) => {
			const names = [...Object.values(courseCounts), 'drafts'] as const;
			return {
				stats: Object.fromEntries(names.map((name) => [name, row[name]])) as Course['stats'],
			};
		},
	},
});

const selectPapers = (eb: Untyped) =>
	eb
		.selectFrom('past_papers')
		.whereRef('past_papers.course_id', '=', 'exam_sets.course_id')
		.whereRef('past_papers.exam_set_id', '=', 'exam_sets.id');

export const examSetStore = createTableStore(examSets, {
	extra: {
		columns: (eb) => [selectPapers(eb).select(eb.fn.countAll().as('n')).as('paper_count')],
		fields: ({ paper_count }) => ({ stats: { paperCount: paper_count } }),
	},
	filters: {
		without_papers: (eb, value) => {
			const some = eb.exists(selectPapers(eb).select('past_papers.id'));
			return value === 'true' ? eb.not(some) : some;
		},
	},
});

export const topicStore = createTableStore(topics, {
	filters: { without_file: filterByFile, with_problems: filterByProblems },
	counts: { opened: 'opened_totals' },
	check: async (db, _place, { topicUrl, url }) => {
		if (topicUrl !== undefined) await requireOwnFile(db, topicUrl, 'topicUrl');
		else await requireOwnFile(db, url, 'url');
	},
});

/** Stores of all kinds of content. */
export const contentStores = {
	courses: courseStore,
	subjects: subjectStore,
	topics: topicStore,
	examSets: examSetStore,
	pastPapers: pastPaperStore,
} satisfies { [Key in ResourceKey]: { resource: { key: Key } } };
