import { useMutation, useQueryClient } from '@tanstack/react-query';
import { courses } from '#shared/contract/content/courses.ts';
import type { NotHeld } from '#shared/contract/papers/coverage.ts';
import { fetchCall } from '../../platform/api/calls.ts';
import { buildPageQuery, buildResourceKey } from '../../platform/api/query-keys.ts';
import { notifyFailure } from '../../platform/ui/notifications/notifications.tsx';
import { buildCoverageQuery } from './coverage-query.ts';

/** Fetches a page of the series with missing papers in all courses, newest first. */
export const buildLackingQuery = (page: number, limit: number) =>
	buildPageQuery([...buildResourceKey(courses), 'lacking'], 'GET /coverage', {}, page, limit);

/**
 * Returns a mutation that marks an exam as held or not and stores the new coverage in the cache. `undo` returns the
 * Undo action of a mark, which also works after the person left the page.
 */
export const useNotHeld = (courseId: string) => {
	const client = useQueryClient();
	const mark = useMutation({
		mutationFn: (body: NotHeld) =>
			fetchCall('PUT /courses/:courseId/coverage', { params: { courseId }, body }),
		onSuccess: (coverage) => {
			client.setQueryData(buildCoverageQuery(courseId).queryKey, coverage);
			void client.invalidateQueries({
				predicate: ({ queryKey }) =>
					queryKey[0] === courses.key && ['overview', 'lacking'].includes(String(queryKey[1])),
			});
		},
	});
	const undo = (body: NotHeld) => ({
		label: 'Undo',
		run: () =>
			void mark
				.mutateAsync({ ...body, not_held: !body.not_held })
				.catch((error) => notifyFailure(error, 'Could not undo this')),
	});
	return { ...mark, undo };
};
