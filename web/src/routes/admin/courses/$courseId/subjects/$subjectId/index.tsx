import { createFileRoute } from '@tanstack/react-router';
import { SubjectPage } from '../../../../../../features/subjects/subject-page.tsx';
import { NEEDS_SUBJECT, needsIds } from '../../../../../../ui/missing-id.ts';

export const Route = createFileRoute('/admin/courses/$courseId/subjects/$subjectId/')({
	beforeLoad: needsIds(NEEDS_SUBJECT),
	component: () => <SubjectPage {...Route.useParams()} />,
});
