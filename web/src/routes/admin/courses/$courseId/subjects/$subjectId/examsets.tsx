import { createFileRoute } from '@tanstack/react-router';
import { SubjectExamSetsPage } from '../../../../../../features/subjects/subject-exam-sets-page.tsx';

export const Route = createFileRoute('/admin/courses/$courseId/subjects/$subjectId/examsets')({
	component: () => <SubjectExamSetsPage {...Route.useParams()} />,
});
