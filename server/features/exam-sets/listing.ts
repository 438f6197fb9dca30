import type { allExamSets } from '#shared/contract/lists.ts';
import type { z } from '#shared/zod.ts';
import type { Listing } from '../../content/list-page.ts';
import { examSetToWire } from './store.ts';

/** Exam sets of all courses, each with the names above it. */
export const examSetListing: Listing<z.infer<typeof allExamSets.item>> = {
	table: 'exam_sets',
	filters: ['published'],
	rows: (db) =>
		db
			.selectFrom('exam_sets')
			.innerJoin('courses', 'courses.id', 'exam_sets.course_id')
			.selectAll('exam_sets')
			.select('courses.name as course_name'),
	toWire: (row) => ({ ...examSetToWire(row), course_name: row.course_name }),
};
