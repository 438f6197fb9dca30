import { queryOptions } from '@tanstack/react-query';
import { courses } from '#shared/contract/content/courses.ts';
import { queryCall } from './calls.ts';
import { buildResourceKey } from './query-keys.ts';

/** Fetches the gaps and recent changes of a course; its key is invalidated with every item of the course. */
export const buildOverviewQuery = (place: { courseId: string }) =>
	queryOptions({
		queryKey: [...buildResourceKey(courses), 'overview', place],
		queryFn: queryCall('GET /courses/:courseId/overview', { params: place }),
	});
