import { createFileRoute } from '@tanstack/react-router';
import { NewCoursePage } from '../../../features/courses/new-course-page.tsx';

export const Route = createFileRoute('/admin/courses/new')({
	component: NewCoursePage,
});
