import { createFileRoute } from '@tanstack/react-router';
import { courses } from '#shared/contract/courses.ts';
import { listQuery } from '../../../api/queries.ts';
import { CoursesPage } from '../../../features/courses/courses-page.tsx';
import { listParams } from '../../../ui/address/list-state.ts';

export const Route = createFileRoute('/admin/courses/')({
	validateSearch: listParams,
	loader: ({ context }) => void context.queryClient.prefetchQuery(listQuery(courses, {})),
	component: CoursesPage,
});
