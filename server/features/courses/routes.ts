import { courseOverview } from '#shared/contract/course-overview.ts';
import { z } from '#shared/zod.ts';
import type { Database } from '../../db/database.ts';
import type { Api } from '../../http/api.ts';
import { overviewOf } from './overview.ts';

/** What is told of a course beside its own fields. */
export const courseRoutes = (api: Api, database: Database) => {
	api.get('/courses/:courseId/overview', {
		schema: {
			operationId: 'getCourseOverview',
			summary: 'Retrieves what a course lacks and its recent changes',
			params: z.object({ courseId: z.string() }),
			response: { 200: courseOverview },
		},
		handler: (request) =>
			overviewOf(
				database.read,
				request.params.courseId,
				// Histories are for editors.
				request.caller?.may.has('content:write') === true,
			),
	});
};
