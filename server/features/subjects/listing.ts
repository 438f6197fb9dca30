import type { allSubjects } from '#shared/contract/lists.ts';
import type { z } from '#shared/zod.ts';
import type { Listing } from '../../content/list-page.ts';
import { subjectStats, subjectToWire } from './store.ts';

/** Subjects of all courses, each with the names above it. */
export const subjectListing: Listing<z.infer<typeof allSubjects.item>> = {
	table: 'subjects',
	filters: ['published', 'free'],
	rows: (db) =>
		db
			.selectFrom('subjects')
			.innerJoin('courses', 'courses.id', 'subjects.course_id')
			.selectAll('subjects')
			.select('courses.name as course_name')
			.select(subjectStats),
	toWire: (row) => ({ ...subjectToWire(row), course_name: row.course_name }),
};
