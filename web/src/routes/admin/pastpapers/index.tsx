import { createFileRoute } from '@tanstack/react-router';
import { allPastPapers } from '#shared/contract/lists.ts';
import { allQuery } from '../../../api/queries.ts';
import { AllPapers } from '../../../features/past-papers/papers-page.tsx';
import { searchParams } from '../../../ui/search-params.ts';

const params = searchParams(allPastPapers.query);

export const Route = createFileRoute('/admin/pastpapers/')({
	validateSearch: params,
	loaderDeps: ({ search }) => params(search),
	// The rows are asked for while the screen itself is still on its way.
	loader: ({ context, deps }) =>
		void context.queryClient.prefetchQuery(allQuery(allPastPapers, deps)),
	component: AllPapers,
});
