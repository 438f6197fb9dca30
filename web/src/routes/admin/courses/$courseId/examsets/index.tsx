import { createFileRoute } from '@tanstack/react-router';
import { ExamSetsPage } from '../../../../../features/exam-sets/exam-sets-page.tsx';
import { listParams } from '../../../../../ui/address/list-state.ts';

export const Route = createFileRoute('/admin/courses/$courseId/examsets/')({
	validateSearch: listParams,
	component: () => <ExamSetsPage courseId={Route.useParams().courseId} />,
});
