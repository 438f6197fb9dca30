import { queryOptions } from '@tanstack/react-query';
import type { CourseOverview } from '#shared/contract/course-overview.ts';
import { courses } from '#shared/contract/courses.ts';
import { fillPath } from '#shared/contract/resource.ts';
import { fetchData } from '../../api/client.ts';
import { resourceKey } from '../../api/query-keys.ts';

/** What a course lacks and what changed in it lately; asked again whenever something under it changes. */
export const overviewQuery = (place: { courseId: string }) =>
	queryOptions({
		queryKey: [...resourceKey(courses), 'overview', place],
		queryFn: fetchData<CourseOverview>(fillPath('/courses/:courseId/overview', place)),
	});
