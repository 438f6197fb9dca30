import { createFileRoute } from '@tanstack/react-router';
import { allExamSets } from '#shared/contract/lists.ts';
import { ExamSetPage } from '../../../../../../features/exam-sets/exam-set-page.tsx';
import { buildItemOptions } from '../../../../../../ui/address/content-routes.ts';

export const Route = createFileRoute('/admin/courses/$courseId/examsets/$examSetId/')({
	...buildItemOptions(allExamSets),
	component: () => <ExamSetPage {...Route.useParams()} />,
});
