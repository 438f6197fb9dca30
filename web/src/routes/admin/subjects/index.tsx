import { createFileRoute } from '@tanstack/react-router';
import { allSubjects } from '#shared/contract/lists.ts';
import { AllSubjects } from '../../../features/subjects/subjects-page.tsx';
import { buildCrossListRoute } from '../../../ui/address/content-routes.ts';

export const Route = createFileRoute('/admin/subjects/')({
	...buildCrossListRoute(allSubjects),
	component: AllSubjects,
});
