import { createFileRoute } from '@tanstack/react-router';
import { CoursePage } from '../../../../features/courses/course-page.tsx';
import { NEEDS_COURSE, needsIds } from '../../../../ui/missing-id.ts';
import { Needs } from '../../../../ui/needs.tsx';

export const Route = createFileRoute('/admin/courses/$courseId/edit')({
	beforeLoad: needsIds(NEEDS_COURSE),
	component: () => (
		<Needs permission="content:write">
			<CoursePage courseId={Route.useParams().courseId} mode="edit" />
		</Needs>
	),
});
