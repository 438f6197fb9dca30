import { createFileRoute } from '@tanstack/react-router';
import { allSubjects } from '#shared/contract/lists.ts';
import { AllSubjects } from '../../../features/subjects/subjects-page.tsx';
import { crossListRoute } from '../../../ui/address/cross-list-route.ts';

export const Route = createFileRoute('/admin/subjects/')({
	...crossListRoute(allSubjects),
	component: AllSubjects,
});
