import { createFileRoute } from '@tanstack/react-router';
import { allTopics } from '#shared/contract/lists.ts';
import { AllTopics } from '../../../features/topics/topics-page.tsx';
import { buildCrossListRoute } from '../../../ui/address/content-routes.ts';

export const Route = createFileRoute('/admin/topics/')({
	...buildCrossListRoute(allTopics),
	component: AllTopics,
});
