import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { courses } from '#shared/contract/courses.ts';
import type { Coverage, Lacking, NotHeld } from '#shared/contract/coverage.ts';
import { fillPath } from '#shared/contract/resource.ts';
import { fetchData, request } from '../../api/client.ts';
import { type PageOf, resourceKey } from '../../api/query-keys.ts';
import { notifyFailure } from '../../ui/notifications/notifications.tsx';

const path = (courseId: string) => fillPath('/courses/:courseId/coverage', { courseId });
const keyOf = (courseId: string) => [...resourceKey(courses), 'coverage', { courseId }];

/** Which papers a course has and lacks; asked again whenever something under the course changes. */
export const coverageQuery = (courseId: string) =>
	queryOptions({ queryKey: keyOf(courseId), queryFn: fetchData<Coverage>(path(courseId)) });

/** The series of all courses that lack papers, newest first: a page of them. */
export const lackingQuery = (page: number, limit: number) =>
	queryOptions({
		queryKey: [...resourceKey(courses), 'lacking', { page }],
		queryFn: fetchData<PageOf<Lacking>>('/coverage', {
			page: String(page),
			limit: String(limit),
		}),
		placeholderData: (before) => before,
	});

/**
 * Says that an exam of a course was not held, or was after all; the screen shows it at once. `undo` takes what was said
 * back, from wherever one is by then.
 */
export const useNotHeld = (courseId: string) => {
	const client = useQueryClient();
	const say = useMutation({
		mutationFn: async (body: NotHeld) =>
			(await request<Coverage>(path(courseId), { method: 'PUT', body })).data,
		onSuccess: (coverage) => {
			client.setQueryData(keyOf(courseId), coverage);
			void client.invalidateQueries({
				predicate: ({ queryKey }) =>
					queryKey[0] === courses.key && ['overview', 'lacking'].includes(String(queryKey[1])),
			});
		},
	});
	const undo = (said: NotHeld) => ({
		label: 'Undo',
		run: () =>
			void say
				.mutateAsync({ ...said, not_held: !said.not_held })
				.catch((error) => notifyFailure(error, 'Could not undo this')),
	});
	return { ...say, undo };
};
