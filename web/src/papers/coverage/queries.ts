import { useMutation, useQueryClient } from '@tanstack/react-query';
import { courses } from '#shared/contract/content/courses.ts';
import type { Coverage, Lacking, NotHeld } from '#shared/contract/papers/coverage.ts';
import { request } from '../../platform/api/client.ts';
import { buildPageQuery, buildResourceKey, type PageOf } from '../../platform/api/query-keys.ts';
import { notifyFailure } from '../../platform/ui/notifications/notifications.tsx';
import { buildCoverageQuery, buildPath } from './coverage-query.ts';

/** Fetches a page of the series with missing papers in all courses, newest first. */
export const buildLackingQuery = (page: number, limit: number) =>
	buildPageQuery<PageOf<Lacking>>(
		[...buildResourceKey(courses), 'lacking'],
		'/coverage',
		{},
		page,
		limit,
	);

/**
 * Returns a mutation that marks an exam as held or not and stores the new coverage in the cache. `undo` returns the
 * Undo action of a mark, which also works after the person left the page.
 */
export const useNotHeld = (courseId: string) => {
	const client = useQueryClient();
	const mark = useMutation({
		mutationFn: async (body: NotHeld) =>
			(await request<Coverage>(buildPath(courseId), { method: 'PUT', body })).data,
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
