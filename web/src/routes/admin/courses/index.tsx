import { createFileRoute } from '@tanstack/react-router';
import { courses } from '#shared/contract/courses.ts';
import { loadProblems } from '../../../api/problems.ts';
import { listQuery } from '../../../api/queries.ts';
import { CoursesPage } from '../../../features/courses/courses-page.tsx';
import { listParams } from '../../../ui/address/list-state.ts';

export const Route = createFileRoute('/admin/courses/')({
	staticData: { title: 'Courses Management', loading: 'Loading courses...' },
	validateSearch: listParams,
	loader: async ({ context: { queryClient } }) => {
		void queryClient.prefetchQuery(listQuery(courses, {}));
		await loadProblems(queryClient);
	},
	component: CoursesPage,
});
