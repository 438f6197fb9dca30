import { courses } from '#shared/contract/courses.ts';
import { tableStore } from '../../content/table-store.ts';
import type { Untyped } from '../../content/tables.ts';

const HELD = {
	subjectCount: 'subjects',
	topicCount: 'topics',
	examSetCount: 'exam_sets',
	paperCount: 'past_papers',
} as const;

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
