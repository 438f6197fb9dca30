import { createFileRoute } from '@tanstack/react-router';
import { FoundExamSet } from '../../../../features/exam-sets/found-exam-set.tsx';
import { NEEDS_EXAM_SET, needsIds } from '../../../../ui/missing-id.ts';

export const Route = createFileRoute('/admin/examsets/$examSetId/')({
	beforeLoad: needsIds(NEEDS_EXAM_SET),
	component: () => <FoundExamSet {...Route.useParams()} />,
});
