import { useQuery } from '@tanstack/react-query';
import { courses } from '#shared/contract/courses.ts';
import { listQuery } from '../../api/queries.ts';
import { FormSkeleton } from '../../ui/form-skeleton.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { nextOrder } from '../../ui/next-order.ts';
import { Page } from '../../ui/page.tsx';
import { CourseBackLinks } from './course-back-links.tsx';
import { CourseForm } from './course-form.tsx';

/** A new course, last in order and of no category until one is chosen. */
export const NewCoursePage = () => {
	const list = useQuery(listQuery(courses, {}));
	return (
		<Page title="Create New Course" back={<CourseBackLinks />} narrow>
			<Loaded query={list} loading="Loading course details..." skeleton={<FormSkeleton />}>
				{(rows) => <CourseForm order={nextOrder(rows)} />}
			</Loaded>
		</Page>
	);
};
