import { createFileRoute } from '@tanstack/react-router';
import { courses } from '#shared/contract/content/courses.ts';
import { CoursesPage } from '../../../content/courses/courses-page.tsx';
import { loadProblems } from '../../../platform/api/problems.ts';
import { listQuery } from '../../../platform/api/queries.ts';
import { listParams } from '../../../platform/ui/address/list-state.ts';

export const Route = createFileRoute('/admin/courses/')({
	staticData: { title: 'Courses Management', loading: 'Loading courses...' },
	validateSearch: listParams,
	loader: async ({ context: { queryClient } }) => {
		void queryClient.prefetchQuery(listQuery(courses, {}));
		await loadProblems(queryClient);
	},
	component: CoursesPage,
});
