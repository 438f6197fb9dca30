import { createFileRoute } from '@tanstack/react-router';
import { allExamSets } from '#shared/contract/lists.ts';
import { AllExamSets } from '../../../features/exam-sets/exam-sets-page.tsx';
import { buildCrossListRoute } from '../../../ui/address/content-routes.ts';

export const Route = createFileRoute('/admin/examsets/')({
	...buildCrossListRoute(allExamSets),
	component: AllExamSets,
});
