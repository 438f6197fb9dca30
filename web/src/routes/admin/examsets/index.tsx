import { createFileRoute } from '@tanstack/react-router';
import { allExamSets } from '#shared/contract/lists.ts';
import { allQuery } from '../../../api/queries.ts';
import { AllExamSets } from '../../../features/exam-sets/exam-sets-page.tsx';
import { searchParams } from '../../../ui/search-params.ts';

const params = searchParams(allExamSets.query);

export const Route = createFileRoute('/admin/examsets/')({
	validateSearch: params,
	loaderDeps: ({ search }) => params(search),
	// The rows are asked for while the screen itself is still on its way.
	loader: ({ context, deps }) =>
		void context.queryClient.prefetchQuery(allQuery(allExamSets, deps)),
	component: AllExamSets,
});
