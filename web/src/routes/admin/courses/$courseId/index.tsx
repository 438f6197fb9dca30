import { createFileRoute } from '@tanstack/react-router';
import { courses } from '#shared/contract/content/courses.ts';
import { examSets } from '#shared/contract/content/exam-sets.ts';
import { subjects } from '#shared/contract/content/subjects.ts';
import { CourseHub } from '../../../../content/courses/course-hub.tsx';
import { UseSection } from '../../../../learners/use/use-section.tsx';
import { buildOverviewQuery } from '../../../../platform/api/course-overview.ts';
import { loadAll } from '../../../../platform/api/load.ts';
import { buildPreflightQuery } from '../../../../platform/api/preflight.ts';
import { buildItemQuery, listQuery } from '../../../../platform/api/queries.ts';

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
	component: () => {
		const { courseId } = Route.useParams();
		return <CourseHub courseId={courseId} use={<UseSection courseId={courseId} />} />;
	},
});
