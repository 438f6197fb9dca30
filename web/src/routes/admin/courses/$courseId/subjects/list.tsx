import { createFileRoute } from '@tanstack/react-router';
import { SubjectsPage } from '../../../../../features/subjects/subjects-page.tsx';
import { listParams } from '../../../../../ui/address/list-state.ts';

export const Route = createFileRoute('/admin/courses/$courseId/subjects/list')({
	validateSearch: listParams,
	component: () => <SubjectsPage courseId={Route.useParams().courseId} />,
});
