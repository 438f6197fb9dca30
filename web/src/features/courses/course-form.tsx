import { useNavigate } from '@tanstack/react-router';
import { type Course, categories, courses } from '#shared/contract/courses.ts';
import { COURSES } from '../../addresses.ts';
import { ChoiceField } from '../../ui/fields/choice-fields.tsx';
import { WholeField } from '../../ui/fields/number-fields.tsx';
import { ParagraphsField, TextField } from '../../ui/fields/text-fields.tsx';
import { FieldColumns } from '../../ui/form/form-panel.tsx';
import { PageForm } from '../../ui/form/page-form.tsx';

interface CourseFormProps {
	/** The course to edit; left out, a new one is made. */
	course?: Course;
	/** The order that a new course starts with. */
	order?: number;
}

/** The form of a course: new, or to edit. */
export const CourseForm = ({ course, order = 1 }: CourseFormProps) => {
	const navigate = useNavigate();
	return (
		<PageForm
			resource={courses}
			place={{}}
			item={course}
			start={{
				name: '',
				description: null,
				duration: null,
				price: null,
				order_num: order,
				category_id: null,
			}}
			fallback="Failed to save course"
			cancel={{ to: COURSES }}
			leave={() => void navigate({ to: COURSES })}
		>
			{(form) => (
				<>
					<TextField form={form} name="name" required />
					<ParagraphsField form={form} name="description" />
					<FieldColumns>
						<ChoiceField form={form} name="category_id" options={categories} required />
						<WholeField form={form} name="order_num" required />
						<WholeField form={form} name="duration" />
						<WholeField form={form} name="price" inThousands />
					</FieldColumns>
				</>
			)}
		</PageForm>
	);
};
