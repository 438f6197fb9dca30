import { createFileRoute } from '@tanstack/react-router';
import { allPastPapers } from '#shared/contract/platform/lists.ts';
import { AllPapers } from '../../../content/past-papers/papers-page.tsx';
import { buildCrossListRoute } from '../../../platform/ui/address/content-routes.ts';

export const Route = createFileRoute('/admin/pastpapers/')({
	...buildCrossListRoute(allPastPapers),
	component: AllPapers,
});
