import { createFileRoute } from '@tanstack/react-router';
import { EditCoursePage } from '../../../../features/courses/course-page.tsx';
import { NEEDS_COURSE, needsIds } from '../../../../ui/missing-id.ts';

export const Route = createFileRoute('/admin/courses/$courseId/edit')({
	staticData: { permission: 'content:write' },
	beforeLoad: needsIds(NEEDS_COURSE),
	component: () => <EditCoursePage courseId={Route.useParams().courseId} />,
});
