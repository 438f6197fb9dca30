import { createFileRoute } from '@tanstack/react-router';
import { allExamSets } from '#shared/contract/lists.ts';
import { allQuery } from '../../../api/queries.ts';
import { AllExamSets } from '../../../features/exam-sets/all-exam-sets.tsx';
import { asked } from '../../../ui/cross-list/asked.ts';

export const Route = createFileRoute('/admin/examsets/')({
	loaderDeps: ({ search }) => asked(allExamSets, search),
	// The rows are asked for while the screen itself is still on its way.
	loader: ({ context, deps }) =>
		void context.queryClient.prefetchQuery(allQuery(allExamSets, deps)),
	component: AllExamSets,
});
