import { createFileRoute } from '@tanstack/react-router';
import {
	ExamSetPage,
	NewExamSetPage,
} from '../../../../../../features/exam-sets/exam-set-page.tsx';
import { NEEDS_EXAM_SET, needsIds } from '../../../../../../ui/missing-id.ts';
import { ItemOrNew } from '../../../../../../ui/require-permission.tsx';

export const Route = createFileRoute('/admin/courses/$courseId/examsets/$examSetId/')({
	beforeLoad: needsIds(NEEDS_EXAM_SET),
	component: () => (
		<ItemOrNew
			place={Route.useParams()}
			param="examSetId"
			Item={ExamSetPage}
			New={NewExamSetPage}
		/>
	),
});
