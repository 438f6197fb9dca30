import { queryOptions } from '@tanstack/react-query';
import { courses } from '#shared/contract/courses.ts';
import type { Coverage } from '#shared/contract/coverage.ts';
import { fillPath } from '#shared/contract/resource.ts';
import { fetchData } from '../../api/client.ts';
import { buildResourceKey } from '../../api/query-keys.ts';

/** Returns the address of the coverage of a course, under /api. */
export const buildPath = (courseId: string) =>
	fillPath('/courses/:courseId/coverage', { courseId });
const buildKey = (courseId: string) => [...buildResourceKey(courses), 'coverage', { courseId }];

/** Fetches the coverage of a course; its key is invalidated with every item of the course. */
export const buildCoverageQuery = (courseId: string) =>
	queryOptions({ queryKey: buildKey(courseId), queryFn: fetchData<Coverage>(buildPath(courseId)) });
