import { createFileRoute } from '@tanstack/react-router';
import { SubjectsPage } from '../../../../../features/subjects/subjects-page.tsx';
import { listParams } from '../../../../../ui/list-state.ts';
import { NEEDS_COURSE, needsIds } from '../../../../../ui/missing-id.ts';
import { RequirePermission } from '../../../../../ui/require-permission.tsx';

export const Route = createFileRoute('/admin/courses/$courseId/subjects/new')({
	validateSearch: listParams,
	beforeLoad: needsIds(NEEDS_COURSE),
	component: () => (
		<RequirePermission permission="content:write">
			<SubjectsPage courseId={Route.useParams().courseId} adding />
		</RequirePermission>
	),
});
