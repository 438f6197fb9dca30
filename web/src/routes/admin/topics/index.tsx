import { createFileRoute } from '@tanstack/react-router';
import { allTopics } from '#shared/contract/lists.ts';
import { allQuery } from '../../../api/queries.ts';
import { AllTopics } from '../../../features/topics/topics-page.tsx';
import { searchParams } from '../../../ui/search-params.ts';

const params = searchParams(allTopics.query);

export const Route = createFileRoute('/admin/topics/')({
	validateSearch: params,
	loaderDeps: ({ search }) => params(search),
	// The rows are asked for while the screen itself is still on its way.
	loader: ({ context, deps }) => void context.queryClient.prefetchQuery(allQuery(allTopics, deps)),
	component: AllTopics,
});
