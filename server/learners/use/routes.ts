import {
	courseUse,
	courseUseQuery,
	USE_DAYS,
	USE_DAYS_DEFAULT,
} from '#shared/contract/learners/use.ts';
import { z } from '#shared/zod.ts';
import { readCourseTree } from '../../content/resources/course-tree.ts';
import type { Database } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { readUse } from './store.ts';

/** Adds the call that reads how often the files of a course were opened. */
export const courseUseRoutes = (api: Api, database: Database, now: () => number) => {
	api.get('/courses/:courseId/use', {
		schema: {
			operationId: 'getCourseUse',
			summary: 'Counts how often links to the files of a course were given out',
			description: `By item and by day of East Africa Time, without who asked. Counts are kept for ${USE_DAYS} days.`,
			params: z.object({ courseId: z.string() }),
			querystring: courseUseQuery,
			response: { 200: courseUse },
		},
		handler: async (request) => {
			const course = await readCourseTree(database.read, request.params.courseId);
			if (!course) throw notFound('Course');
			const days = Number(request.query.days ?? USE_DAYS_DEFAULT);
			return readUse(database.read, course, days, now());
		},
	});
};
