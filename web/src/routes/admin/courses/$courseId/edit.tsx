import { createFileRoute } from '@tanstack/react-router';
import { EditCoursePage } from '../../../../features/courses/course-page.tsx';

export const Route = createFileRoute('/admin/courses/$courseId/edit')({
	staticData: { permission: 'content:write' },
	component: () => <EditCoursePage courseId={Route.useParams().courseId} />,
});
