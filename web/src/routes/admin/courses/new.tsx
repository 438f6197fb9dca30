import { createFileRoute } from '@tanstack/react-router';
import { NewCoursePage } from '../../../features/courses/course-page.tsx';

export const Route = createFileRoute('/admin/courses/new')({
	staticData: { permission: 'content:write' },
	component: NewCoursePage,
});
