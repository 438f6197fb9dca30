import { useQuery } from '@tanstack/react-query';
import { courses } from '#shared/contract/courses.ts';
import { COURSE, COURSES } from '../../addresses.ts';
import { useNextOrder } from '../../api/next-order.ts';
import { itemQuery } from '../../api/queries.ts';
import { HistoryButton } from '../../ui/audit/history-button.tsx';
import { BackLink, DashboardLink } from '../../ui/back-link.tsx';
import { LoadedForm } from '../../ui/form/loaded-form.tsx';
import { FormSkeleton } from '../../ui/form-skeleton.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { useAnyLoading } from '../../ui/page-loading.ts';
import { CourseForm } from './course-form.tsx';

const back = (
	<>
		<DashboardLink />
		<BackLink to={COURSES}>Courses</BackLink>
	</>
);

/** One course, to edit. */
export const EditCoursePage = ({ courseId }: { courseId: string }) => {
	const course = useQuery(itemQuery(courses, { courseId }));
	const loading = useAnyLoading(course);
	const name = course.data?.name ?? 'Course';
	return (
		<Page
			loading={loading}
			title="Edit Course"
			subtitle={name}
			back={
				<>
					{back}
					<BackLink to={COURSE} params={{ courseId }}>
						Course
					</BackLink>
				</>
			}
			actions={course.data && <HistoryButton resource={courses} place={{ courseId }} name={name} />}
			narrow
		>
			<LoadedForm
				query={course}
				resource={courses}
				id={courseId}
				loading="Loading course details..."
			>
				{(data) => <CourseForm key={courseId} course={data} />}
			</LoadedForm>
		</Page>
	);
};

/** A new course, last in order and of no category until one is chosen. */
export const NewCoursePage = () => {
	const order = useNextOrder(courses, {});
	return (
		<Page title="Create New Course" back={back} narrow>
			<Loaded query={order} loading="Loading course details..." skeleton={<FormSkeleton />}>
				{(last) => <CourseForm order={last} />}
			</Loaded>
		</Page>
	);
};
