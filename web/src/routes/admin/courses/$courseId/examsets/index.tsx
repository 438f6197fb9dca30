import { createFileRoute } from '@tanstack/react-router';
import { examSets } from '#shared/contract/content/exam-sets.ts';
import { ExamSetsPage } from '../../../../../content/exam-sets/exam-sets-page.tsx';
import { buildListOptions } from '../../../../../platform/ui/address/content-routes.ts';

export const Route = createFileRoute('/admin/courses/$courseId/examsets/')({
	...buildListOptions(examSets),
	component: () => <ExamSetsPage courseId={Route.useParams().courseId} />,
});
