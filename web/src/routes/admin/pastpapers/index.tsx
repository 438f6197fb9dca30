import { createFileRoute } from '@tanstack/react-router';
import { allPastPapers } from '#shared/contract/lists.ts';
import { allQuery } from '../../../api/queries.ts';
import { AllPapers } from '../../../features/past-papers/all-papers.tsx';
import { asked } from '../../../ui/cross-list/asked.ts';

export const Route = createFileRoute('/admin/pastpapers/')({
	loaderDeps: ({ search }) => asked(allPastPapers, search),
	// The rows are asked for while the screen itself is still on its way.
	loader: ({ context, deps }) =>
		void context.queryClient.prefetchQuery(allQuery(allPastPapers, deps)),
	component: AllPapers,
});
