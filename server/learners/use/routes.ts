import { useCalls } from '#shared/contract/learners/calls.ts';
import { USE_DAYS_DEFAULT } from '#shared/contract/learners/use.ts';
import { readCourseTree } from '../../content/resources/course-tree.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import type { Database } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { readUse } from './store.ts';

/** Adds the call that reads how often the files of a course were opened. */
export const courseUseRoutes = (api: Api, database: Database, now: () => number) =>
	answerCalls(api, { database }, useCalls, {
		getCourseUse: async ({ params, query }) => {
			const course = await readCourseTree(database.read, params.courseId);
			if (!course) throw notFound('Course');
			const days = Number(query.days ?? USE_DAYS_DEFAULT);
			return readUse(database.read, course, days, now());
		},
	});
