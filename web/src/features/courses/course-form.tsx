import { useNavigate } from '@tanstack/react-router';
import { type Course, categories, courses } from '#shared/contract/courses.ts';
import { ChoiceField } from '../../ui/fields/choice-fields.tsx';
import { OrderField, PriceField, WholeField } from '../../ui/fields/number-fields.tsx';
import { NameField, ParagraphsField } from '../../ui/fields/text-fields.tsx';
import { FieldColumns } from '../../ui/form/form-panel.tsx';
import { PageForm } from '../../ui/form/page-form.tsx';

interface CourseFormProps {
	/** The course to show or edit; left out, a new one is made. */
	course?: Course;
	/** The order that a new course starts with. */
	order?: number;
	readOnly?: boolean;
}

/** The form of a course: new, to edit, or to look at. */
export const CourseForm = ({ course, order = 1, readOnly = false }: CourseFormProps) => {
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
			cancel={{ to: '/admin/courses' }}
			leave={() => void navigate({ to: '/admin/courses' })}
			readOnly={readOnly}
		>
			{(form) => (
				<>
					<NameField form={form} name="name" label="Course Name" />
					<ParagraphsField form={form} name="description" />
					<FieldColumns>
						<ChoiceField
							form={form}
							name="category_id"
							label="Category"
							options={categories}
							required
						/>
						<OrderField form={form} name="order_num" />
						<WholeField form={form} name="duration" label="Duration (months)" />
						<PriceField form={form} name="price" />
					</FieldColumns>
				</>
			)}
		</PageForm>
	);
};
