import { createFileRoute } from '@tanstack/react-router';
import {
	ExamSetPage,
	NewExamSetPage,
} from '../../../../../../features/exam-sets/exam-set-page.tsx';
import { NEEDS_EXAM_SET, needsIds } from '../../../../../../ui/missing-id.ts';
import { RequirePermission } from '../../../../../../ui/require-permission.tsx';

export const Route = createFileRoute('/admin/courses/$courseId/examsets/$examSetId/')({
	beforeLoad: needsIds(NEEDS_EXAM_SET),
	component: () => {
		const { courseId, examSetId } = Route.useParams();
		if (examSetId === 'new')
			return (
				<RequirePermission permission="content:write">
					<NewExamSetPage courseId={courseId} />
				</RequirePermission>
			);
		return <ExamSetPage courseId={courseId} examSetId={examSetId} />;
	},
});
