import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { courses } from '#shared/contract/courses.ts';
import { COURSES } from '../../addresses.ts';
import { useNextOrder } from '../../api/next-order.ts';
import { itemQuery } from '../../api/queries.ts';
import { HistoryButton } from '../../ui/audit/history-button.tsx';
import { BackLink, DashboardLink } from '../../ui/back-link.tsx';
import { useMayEdit } from '../../ui/for-editors.tsx';
import { LoadedForm } from '../../ui/form/loaded-form.tsx';
import { FormSkeleton } from '../../ui/form-skeleton.tsx';
import { LinkButton } from '../../ui/links.tsx';
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

interface CoursePageProps {
	courseId: string;
	mode: 'view' | 'edit';
}

/** The form of one course, to look at or to edit. */
export const CoursePage = ({ courseId, mode }: CoursePageProps) => {
	const course = useQuery(itemQuery(courses, { courseId }));
	const loading = useAnyLoading(course);
	const mayEdit = useMayEdit();
	const name = course.data?.name ?? 'Course';
	return (
		<Page
			loading={loading}
			title={mode === 'edit' ? `Edit Course` : name}
			subtitle={mode === 'edit' ? name : undefined}
			back={back}
			actions={
				<>
					{course.data && <HistoryButton kind="course" id={courseId} name={name} />}
					{mode === 'view' && mayEdit && !course.isLoadingError && (
						<LinkButton
							to="/admin/courses/$courseId/edit"
							params={{ courseId }}
							leftSection={<IconPencil size={18} aria-hidden />}
						>
							Edit
						</LinkButton>
					)}
				</>
			}
			narrow
		>
			<LoadedForm query={course} resource={courses} loading="Loading course details...">
				{(data) => <CourseForm key={courseId + mode} course={data} readOnly={mode === 'view'} />}
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
