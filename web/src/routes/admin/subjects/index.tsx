import { createFileRoute } from '@tanstack/react-router';
import { allSubjects } from '#shared/contract/platform/lists.ts';
import { AllSubjects } from '../../../content/subjects/subjects-page.tsx';
import { buildCrossListRoute } from '../../../platform/ui/address/content-routes.ts';

export const Route = createFileRoute('/admin/subjects/')({
	...buildCrossListRoute(allSubjects),
	component: AllSubjects,
});
