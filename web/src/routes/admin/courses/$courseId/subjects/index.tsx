import { createFileRoute } from '@tanstack/react-router';
import { SubjectsPage } from '../../../../../features/subjects/subjects-page.tsx';
import { NEEDS_COURSE, needsIds } from '../../../../../ui/missing-id.ts';

export const Route = createFileRoute('/admin/courses/$courseId/subjects/')({
	beforeLoad: needsIds(NEEDS_COURSE),
	component: () => <SubjectsPage courseId={Route.useParams().courseId} />,
});
