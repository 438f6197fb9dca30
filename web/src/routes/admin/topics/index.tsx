import { createFileRoute } from '@tanstack/react-router';
import { allTopics } from '#shared/contract/lists.ts';
import { allQuery } from '../../../api/queries.ts';
import { AllTopics } from '../../../features/topics/all-topics.tsx';
import { asked } from '../../../ui/cross-list/asked.ts';

export const Route = createFileRoute('/admin/topics/')({
	loaderDeps: ({ search }) => asked(allTopics, search),
	// The rows are asked for while the screen itself is still on its way.
	loader: ({ context, deps }) => void context.queryClient.prefetchQuery(allQuery(allTopics, deps)),
	component: AllTopics,
});
