import { courses } from '#shared/contract/courses.ts';
import { tableStore } from '../../content/table-store.ts';
import type { Untyped } from '../../content/tables.ts';

/** What a course holds, by the words of its figures. */
const HELD = {
	subjectCount: 'subjects',
	topicCount: 'topics',
	examSetCount: 'exam_sets',
	paperCount: 'past_papers',
} as const;

/** How much a course holds and how much of that is not published, counted by the query that reads it. */
const countRows = (eb: Untyped) => {
	const count = (table: string) =>
		eb
			.selectFrom(table)
			.select(eb.fn.countAll().as('n'))
			.whereRef(`${table}.course_id`, '=', 'courses.id');
	const tables = Object.values(HELD);
	// A literal: the query is compiled for any course, and has no other values than its id.
	const drafts = tables.map((table) =>
		count(table).where(`${table}.published`, '=', eb.lit(false)),
	);
	return [
		...Object.entries(HELD).map(([figure, table]) => count(table).as(figure)),
		drafts.reduce((sum, each) => eb(sum, '+', each)).as('drafts'),
	];
};

export const courseStore = tableStore(courses, {
	extra: {
		columns: countRows,
		fields: ({ subjectCount, topicCount, examSetCount, paperCount, drafts }) => ({
			stats: { subjectCount, topicCount, examSetCount, paperCount, drafts },
		}),
	},
});
