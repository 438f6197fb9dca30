import { createFileRoute } from '@tanstack/react-router';
import { NewCoursePage } from '../../../features/courses/course-page.tsx';
import { RequirePermission } from '../../../ui/require-permission.tsx';

export const Route = createFileRoute('/admin/courses/new')({
	component: () => (
		<RequirePermission permission="content:write">
			<NewCoursePage />
		</RequirePermission>
	),
});
