import { createFileRoute } from '@tanstack/react-router';
import { NewSubjectPage } from '../../../../../features/subjects/new-subject-page.tsx';
import { NEEDS_COURSE, needsIds } from '../../../../../ui/missing-id.ts';

export const Route = createFileRoute('/admin/courses/$courseId/subjects/new')({
	staticData: { permission: 'content:write' },
	beforeLoad: needsIds(NEEDS_COURSE),
	component: () => <NewSubjectPage {...Route.useParams()} />,
});
