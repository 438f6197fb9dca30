import { queryOptions } from '@tanstack/react-query';
import type { CourseOverview } from '#shared/contract/content/course-overview.ts';
import { courses } from '#shared/contract/content/courses.ts';
import { fillPath } from '#shared/contract/content/resource.ts';
import { fetchData } from './client.ts';
import { buildResourceKey } from './query-keys.ts';

/** Fetches the gaps and recent changes of a course; its key is invalidated with every item of the course. */
export const buildOverviewQuery = (place: { courseId: string }) =>
	queryOptions({
		queryKey: [...buildResourceKey(courses), 'overview', place],
		queryFn: fetchData<CourseOverview>(fillPath('/courses/:courseId/overview', place)),
	});
