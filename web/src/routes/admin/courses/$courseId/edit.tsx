import { createFileRoute } from '@tanstack/react-router';
import { EditCoursePage } from '../../../../features/courses/course-page.tsx';
import { NEEDS_COURSE, needsIds } from '../../../../ui/missing-id.ts';
import { RequirePermission } from '../../../../ui/require-permission.tsx';

export const Route = createFileRoute('/admin/courses/$courseId/edit')({
	beforeLoad: needsIds(NEEDS_COURSE),
	component: () => (
		<RequirePermission permission="content:write">
			<EditCoursePage courseId={Route.useParams().courseId} />
		</RequirePermission>
	),
});
