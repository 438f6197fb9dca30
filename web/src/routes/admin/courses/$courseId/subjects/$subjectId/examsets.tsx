import { createFileRoute } from '@tanstack/react-router';
import { SubjectExamSetsPage } from '../../../../../../features/subjects/subject-exam-sets-page.tsx';
import { NEEDS_SUBJECT, needsIds } from '../../../../../../ui/missing-id.ts';

export const Route = createFileRoute('/admin/courses/$courseId/subjects/$subjectId/examsets')({
	beforeLoad: needsIds(NEEDS_SUBJECT),
	component: () => <SubjectExamSetsPage {...Route.useParams()} />,
});
