import { createFileRoute } from '@tanstack/react-router';
import { courses } from '#shared/contract/content/courses.ts';
import { EditCoursePage } from '../../../../content/courses/course-page.tsx';
import { loadOne } from '../../../../platform/api/load.ts';
import { buildItemQuery } from '../../../../platform/api/queries.ts';

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
