import { createFileRoute } from '@tanstack/react-router';
import {
	ExamSetPage,
	NewExamSetPage,
} from '../../../../../../features/exam-sets/exam-set-page.tsx';
import { NEEDS_EXAM_SET, needsIds } from '../../../../../../ui/missing-id.ts';

export const Route = createFileRoute('/admin/courses/$courseId/examsets/$examSetId/')({
	beforeLoad: needsIds(NEEDS_EXAM_SET),
	component: () => {
		const { courseId, examSetId } = Route.useParams();
		if (examSetId === 'new') return <NewExamSetPage courseId={courseId} />;
		return <ExamSetPage courseId={courseId} examSetId={examSetId} />;
	},
});
