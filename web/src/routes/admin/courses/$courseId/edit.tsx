import { createFileRoute } from '@tanstack/react-router';
import { courses } from '#shared/contract/courses.ts';
import { loadOne } from '../../../../api/load.ts';
import { buildItemQuery } from '../../../../api/queries.ts';
import { EditCoursePage } from '../../../../features/courses/course-page.tsx';

export const Route = createFileRoute('/admin/courses/$courseId/edit')({
	staticData: {
		title: 'Edit Course',
		permission: 'content:write',
		loading: 'Loading course details...',
	},
	loader: ({ context, params }) =>
		loadOne(context.queryClient, buildItemQuery(courses, { courseId: params.courseId })),
	component: () => <EditCoursePage courseId={Route.useParams().courseId} />,
});
