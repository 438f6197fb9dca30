import { createFileRoute } from '@tanstack/react-router';
import { courses } from '#shared/contract/courses.ts';
import { loadNextOrder } from '../../../api/next-order.ts';
import { NewCoursePage } from '../../../features/courses/course-page.tsx';

export const Route = createFileRoute('/admin/courses/new')({
	staticData: {
		title: 'Create New Course',
		permission: 'content:write',
		loading: 'Loading course details...',
	},
	loader: ({ context }) => loadNextOrder(context.queryClient, courses, {}),
	component: NewCoursePage,
});
