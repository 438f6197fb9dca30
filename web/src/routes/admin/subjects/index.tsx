import { createFileRoute } from '@tanstack/react-router';
import { allSubjects } from '#shared/contract/lists.ts';
import { allQuery } from '../../../api/queries.ts';
import { AllSubjects } from '../../../features/subjects/subjects-page.tsx';
import { searchParams } from '../../../ui/search-params.ts';

const params = searchParams(allSubjects.query);

export const Route = createFileRoute('/admin/subjects/')({
	validateSearch: params,
	loaderDeps: ({ search }) => params(search),
	// The rows are asked for while the screen itself is still on its way.
	loader: ({ context, deps }) =>
		void context.queryClient.prefetchQuery(allQuery(allSubjects, deps)),
	component: AllSubjects,
});
