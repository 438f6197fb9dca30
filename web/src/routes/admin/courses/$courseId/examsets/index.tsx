import { createFileRoute } from '@tanstack/react-router';
import { ExamSetsPage } from '../../../../../features/exam-sets/exam-sets-page.tsx';

export const Route = createFileRoute('/admin/courses/$courseId/examsets/')({
	component: () => <ExamSetsPage courseId={Route.useParams().courseId} />,
});
