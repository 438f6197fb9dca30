import { createFileRoute } from '@tanstack/react-router';
import { allExamSets } from '#shared/contract/platform/lists.ts';
import { ExamSetPage } from '../../../../../../content/exam-sets/exam-set-page.tsx';
import { buildItemOptions } from '../../../../../../platform/ui/address/content-routes.ts';

export const Route = createFileRoute('/admin/courses/$courseId/examsets/$examSetId/')({
	...buildItemOptions(allExamSets),
	component: () => <ExamSetPage {...Route.useParams()} />,
});
