import { createFileRoute } from '@tanstack/react-router';
import { ExamSetPage } from '../../../../../../features/exam-sets/exam-set-page.tsx';

export const Route = createFileRoute('/admin/courses/$courseId/examsets/$examSetId/')({
	component: () => <ExamSetPage {...Route.useParams()} />,
});
