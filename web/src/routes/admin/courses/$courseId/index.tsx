import { createFileRoute } from '@tanstack/react-router';
import { CourseHub } from '../../../../features/courses/course-hub.tsx';
import { NEEDS_COURSE, needsIds } from '../../../../ui/missing-id.ts';

export const Route = createFileRoute('/admin/courses/$courseId/')({
	beforeLoad: needsIds(NEEDS_COURSE),
	component: () => <CourseHub courseId={Route.useParams().courseId} />,
});
