import { createFileRoute } from '@tanstack/react-router';
import { SubjectsPage } from '../../../../../features/subjects/subjects-page.tsx';
import { listParams } from '../../../../../ui/list-state.ts';
import { NEEDS_COURSE, needsIds } from '../../../../../ui/missing-id.ts';
import { Needs } from '../../../../../ui/needs.tsx';

export const Route = createFileRoute('/admin/courses/$courseId/subjects/new')({
	validateSearch: listParams,
	beforeLoad: needsIds(NEEDS_COURSE),
	component: () => (
		<Needs permission="content:write">
			<SubjectsPage courseId={Route.useParams().courseId} adding />
		</Needs>
	),
});
