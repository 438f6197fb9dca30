import { createFileRoute } from '@tanstack/react-router';
import {
	ExamSetPage,
	NewExamSetPage,
} from '../../../../../../features/exam-sets/exam-set-page.tsx';
import { ItemOrNew } from '../../../../../../ui/page/require-permission.tsx';

export const Route = createFileRoute('/admin/courses/$courseId/examsets/$examSetId/')({
	component: () => <ItemOrNew place={Route.useParams()} Item={ExamSetPage} New={NewExamSetPage} />,
});
