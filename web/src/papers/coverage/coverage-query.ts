import { queryOptions } from '@tanstack/react-query';
import { courses } from '#shared/contract/content/courses.ts';
import { queryCall } from '../../platform/api/calls.ts';
import { buildResourceKey } from '../../platform/api/query-keys.ts';

const buildKey = (courseId: string) => [...buildResourceKey(courses), 'coverage', { courseId }];

/** Fetches the coverage of a course; its key is invalidated with every item of the course. */
export const buildCoverageQuery = (courseId: string) =>
	queryOptions({
		queryKey: buildKey(courseId),
		queryFn: queryCall('GET /courses/:courseId/coverage', { params: { courseId } }),
	});
