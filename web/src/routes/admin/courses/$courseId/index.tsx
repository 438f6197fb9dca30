import { createFileRoute } from '@tanstack/react-router';
import { courses } from '#shared/contract/courses.ts';
import { examSets } from '#shared/contract/exam-sets.ts';
import { subjects } from '#shared/contract/subjects.ts';
import { buildOverviewQuery } from '../../../../api/course-overview.ts';
import { loadAll } from '../../../../api/load.ts';
import { buildPreflightQuery } from '../../../../api/preflight.ts';
import { buildItemQuery, listQuery } from '../../../../api/queries.ts';
import { CourseHub } from '../../../../features/courses/course-hub.tsx';

export const Route = createFileRoute('/admin/courses/$courseId/')({
	staticData: { title: 'Course', headless: true, loading: 'Loading course details...' },
	preload: false,
	loader: ({ context, params: { courseId } }) =>
		loadAll(
			context.queryClient,
			buildItemQuery(courses, { courseId }),
			listQuery(subjects, { courseId }),
			listQuery(examSets, { courseId }),
			buildOverviewQuery({ courseId }),
			buildPreflightQuery(courses, { courseId }),
		),
	component: () => <CourseHub courseId={Route.useParams().courseId} />,
});
