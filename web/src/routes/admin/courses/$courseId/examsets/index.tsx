import { createFileRoute } from '@tanstack/react-router';
import { ExamSetsPage } from '../../../../../features/exam-sets/exam-sets-page.tsx';
import { listParams } from '../../../../../ui/list-state.ts';
import { NEEDS_COURSE, needsIds } from '../../../../../ui/missing-id.ts';

export const Route = createFileRoute('/admin/courses/$courseId/examsets/')({
	validateSearch: listParams,
	beforeLoad: needsIds(NEEDS_COURSE),
	component: () => <ExamSetsPage courseId={Route.useParams().courseId} />,
});
