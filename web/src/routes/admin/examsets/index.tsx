import { createFileRoute } from '@tanstack/react-router';
import { allExamSets } from '#shared/contract/platform/lists.ts';
import { AllExamSets } from '../../../content/exam-sets/exam-sets-page.tsx';
import { buildCrossListRoute } from '../../../platform/ui/address/content-routes.ts';

export const Route = createFileRoute('/admin/examsets/')({
	...buildCrossListRoute(allExamSets),
	component: AllExamSets,
});
