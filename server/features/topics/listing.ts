import type { allTopics } from '#shared/contract/lists.ts';
import type { z } from '#shared/zod.ts';
import type { Listing } from '../../content/list-page.ts';
import { topicToWire } from './store.ts';

/** Topics of all courses, each with the names above it. */
export const topicListing: Listing<z.infer<typeof allTopics.item>> = {
	table: 'topics',
	filters: ['published', 'free'],
	rows: (db) =>
		db
			.selectFrom('topics')
			.innerJoin('subjects', 'subjects.id', 'topics.subject_id')
			.innerJoin('courses', 'courses.id', 'topics.course_id')
			.selectAll('topics')
			.select(['courses.name as course_name', 'subjects.name as subject_name']),
	toWire: (row) => ({
		...topicToWire(row),
		course_id: row.course_id,
		course_name: row.course_name,
		subject_name: row.subject_name,
	}),
};
