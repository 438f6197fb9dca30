import { createFileRoute } from '@tanstack/react-router';
import { courses } from '#shared/contract/courses.ts';
import { listQuery } from '../../../api/queries.ts';
import { CoursesPage } from '../../../features/courses/courses-page.tsx';

export const Route = createFileRoute('/admin/courses/')({
	loader: ({ context }) => void context.queryClient.prefetchQuery(listQuery(courses, {})),
	component: CoursesPage,
});
