import { createFileRoute } from '@tanstack/react-router';
import { allTopics } from '#shared/contract/platform/lists.ts';
import { AllTopics } from '../../../content/topics/topics-page.tsx';
import { buildCrossListRoute } from '../../../platform/ui/address/content-routes.ts';

export const Route = createFileRoute('/admin/topics/')({
	...buildCrossListRoute(allTopics),
	component: AllTopics,
});
