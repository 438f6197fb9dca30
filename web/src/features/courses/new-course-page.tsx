import { courses } from '#shared/contract/courses.ts';
import { useNextOrder } from '../../api/next-order.ts';
import { FormSkeleton } from '../../ui/form-skeleton.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { CourseBackLinks } from './course-back-links.tsx';
import { CourseForm } from './course-form.tsx';

/** A new course, last in order and of no category until one is chosen. */
export const NewCoursePage = () => {
	const order = useNextOrder(courses, {});
	return (
		<Page title="Create New Course" back={<CourseBackLinks />} narrow>
			<Loaded query={order} loading="Loading course details..." skeleton={<FormSkeleton />}>
				{(last) => <CourseForm order={last} />}
			</Loaded>
		</Page>
	);
};
