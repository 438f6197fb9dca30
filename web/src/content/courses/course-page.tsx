import { useQuery } from '@tanstack/react-query';
import { type Course, categories, courses } from '#shared/contract/content/courses.ts';
import { useNextOrder } from '../../platform/api/next-order.ts';
import { buildItemQuery } from '../../platform/api/queries.ts';
import { ChoiceField } from '../../platform/ui/fields/choice-fields.tsx';
import { ParagraphsField, TextField, WholeField } from '../../platform/ui/fields/text-fields.tsx';
import { FieldColumns } from '../../platform/ui/form/form-panel.tsx';
import { LoadedForm } from '../../platform/ui/form/loaded-form.tsx';
import { PageForm } from '../../platform/ui/form/page-form.tsx';
import { Loaded } from '../../platform/ui/loading/loaded.tsx';
import { StepsAboveCourse } from '../../platform/ui/page/back-link.tsx';
import { Page } from '../../platform/ui/page/page.tsx';

interface CourseFormProps {
	/** The course to edit; a new one is created if omitted. */
	course?: Course;
	/** The order that a new course starts with. */
	order?: number;
}

/** Renders the form that creates or edits a course. */
const CourseForm = ({ course, order }: CourseFormProps) => (
	<PageForm resource={courses} place={{}} item={course} order={order}>
		<TextField name="name" required />
		<ParagraphsField name="description" />
		<FieldColumns>
			<ChoiceField name="category_id" options={categories} required />
			<WholeField name="order_num" required />
			<WholeField name="duration" />
			<WholeField name="price" inThousands />
		</FieldColumns>
	</PageForm>
);

/** Renders the page that edits a course. */
export const EditCoursePage = ({ courseId }: { courseId: string }) => {
	const course = useQuery(buildItemQuery(courses, { courseId }));
	return (
		<Page narrow>
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

/** Renders the page that creates a course, last in order and without a category until one is chosen. */
export const NewCoursePage = () => {
	const order = useNextOrder(courses, {});
	return (
		<Page back={<StepsAboveCourse />} narrow>
			<Loaded query={order} loading="Loading course details...">
				{(last) => <CourseForm order={last} />}
			</Loaded>
		</Page>
	);
};
