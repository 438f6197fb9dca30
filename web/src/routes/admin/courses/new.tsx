import { createFileRoute } from '@tanstack/react-router';
import { courses } from '#shared/contract/content/courses.ts';
import { NewCoursePage } from '../../../content/courses/course-page.tsx';
import { loadNextOrder } from '../../../platform/api/next-order.ts';

export const Route = createFileRoute('/admin/courses/new')({
	staticData: {
		title: 'Create New Course',
		permission: 'content:write',
		loading: 'Loading course details...',
	},
	loader: ({ context }) => loadNextOrder(context.queryClient, courses, {}),
	component: NewCoursePage,
});
