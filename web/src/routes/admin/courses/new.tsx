import { createFileRoute } from '@tanstack/react-router';
import { NewCoursePage } from '../../../features/courses/course-page.tsx';
import { Needs } from '../../../ui/needs.tsx';

export const Route = createFileRoute('/admin/courses/new')({
	component: () => (
		<Needs permission="content:write">
			<NewCoursePage />
		</Needs>
	),
});
