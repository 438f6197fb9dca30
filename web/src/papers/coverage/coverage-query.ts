import { queryOptions } from '@tanstack/react-query';
import { courses } from '#shared/contract/content/courses.ts';
import { fillPath } from '#shared/contract/content/resource.ts';
import type { Coverage } from '#shared/contract/papers/coverage.ts';
import { fetchData } from '../../platform/api/client.ts';
import { buildResourceKey } from '../../platform/api/query-keys.ts';

/** Returns the address of the coverage of a course, under /api. */
export const buildPath = (courseId: string) =>
	fillPath('/courses/:courseId/coverage', { courseId });
const buildKey = (courseId: string) => [...buildResourceKey(courses), 'coverage', { courseId }];

/** Fetches the coverage of a course; its key is invalidated with every item of the course. */
export const buildCoverageQuery = (courseId: string) =>
	queryOptions({ queryKey: buildKey(courseId), queryFn: fetchData<Coverage>(buildPath(courseId)) });
