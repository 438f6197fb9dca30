import { createFileRoute } from '@tanstack/react-router';
import { courses } from '#shared/contract/courses.ts';
import { listQuery } from '../../../api/queries.ts';
import { CoursesPage } from '../../../features/courses/courses-page.tsx';

export const Route = createFileRoute('/admin/courses/')({
	// The way in for most: it comes with the first load.
	codeSplitGroupings: [],
	loader: ({ context }) => void context.queryClient.prefetchQuery(listQuery(courses, {})),
	component: CoursesPage,
});
