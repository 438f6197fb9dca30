import type { allPastPapers } from '#shared/contract/lists.ts';
import type { z } from '#shared/zod.ts';
import type { Listing } from '../../content/list-page.ts';
import { pastPaperToWire } from './store.ts';

/** Past papers of all courses, each with the names above it. */
export const pastPaperListing: Listing<z.infer<typeof allPastPapers.item>> = {
	table: 'past_papers',
	filters: ['published', 'free'],
	rows: (db) =>
		db
			.selectFrom('past_papers')
			.innerJoin('courses', 'courses.id', 'past_papers.course_id')
			.innerJoin('exam_sets', 'exam_sets.id', 'past_papers.exam_set_id')
			.leftJoin('subjects', 'subjects.id', 'past_papers.subject_id')
			.selectAll('past_papers')
			.select([
				'courses.name as course_name',
				'exam_sets.name as examset_name',
				'subjects.name as subject_name',
			]),
	toWire: (row) => ({
		...pastPaperToWire(row),
		course_name: row.course_name,
		examset_name: row.examset_name,
		subject_name: row.subject_name,
	}),
};
