import { createFileRoute } from '@tanstack/react-router';
import { allPastPapers } from '#shared/contract/lists.ts';
import { AllPapers } from '../../../features/past-papers/papers-page.tsx';
import { buildCrossListRoute } from '../../../ui/address/content-routes.ts';

export const Route = createFileRoute('/admin/pastpapers/')({
	...buildCrossListRoute(allPastPapers),
	component: AllPapers,
});
