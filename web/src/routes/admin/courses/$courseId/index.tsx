import { createFileRoute } from '@tanstack/react-router';
import { CourseHub } from '../../../../features/courses/course-hub.tsx';

export const Route = createFileRoute('/admin/courses/$courseId/')({
	component: () => <CourseHub courseId={Route.useParams().courseId} />,
});
