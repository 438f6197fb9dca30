import { useNavigate } from '@tanstack/react-router';
import { type Course, categories, courses } from '#shared/contract/courses.ts';
import type { Versioned } from '../../api/query-keys.ts';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { ChoiceField } from '../../ui/fields/choice-fields.tsx';
import { OrderField, PriceField, WholeField } from '../../ui/fields/number-fields.tsx';
import { NameField, ParagraphsField } from '../../ui/fields/text-fields.tsx';
import { EntryForm } from '../../ui/form/entry-form.tsx';
import { FieldColumns, FormPanel } from '../../ui/form/form-panel.tsx';
import { SaveBar } from '../../ui/form/save-bar.tsx';
import { useEntry } from '../../ui/form/use-entry.ts';
import { LinkButton } from '../../ui/links.tsx';

interface CourseFormProps {
	/** The course to show or edit; left out, a new one is made. */
	course?: Versioned<Course>;
	/** The order that a new course starts with. */
	order?: number;
	readOnly?: boolean;
}

/** The form of a course: new, to edit, or to look at. */
export const CourseForm = ({ course, order = 1, readOnly = false }: CourseFormProps) => {
	const navigate = useNavigate();
	const toList = () => void navigate({ to: '/admin/courses' });
	const entry = useEntry({
		resource: courses,
		place: {},
		base: course,
		start: {
			name: '',
			description: null,
			duration: null,
			price: null,
			order_num: order,
			category_id: null,
		},
		fallback: 'Failed to save course',
		onSaved: toList,
		readOnly,
	});
	return (
		<FormPanel>
			<EntryForm entry={entry}>
				<NameField entry={entry} name="name" label="Course Name" />
				<ParagraphsField entry={entry} name="description" />
				<FieldColumns>
					<ChoiceField
						entry={entry}
						name="category_id"
						label="Category"
						options={categories}
						required
					/>
					<OrderField entry={entry} name="order_num" />
					<WholeField entry={entry} name="duration" label="Duration (months)" />
					<PriceField entry={entry} name="price" />
				</FieldColumns>
				<SaveBar
					entry={entry}
					submit="Save Course"
					cancel={
						<LinkButton to="/admin/courses" variant="default">
							Cancel
						</LinkButton>
					}
					danger={
						course && (
							<DeleteButton
								item={course.item}
								resource={courses}
								place={{}}
								fallback="Failed to delete course"
								onDeleted={() => {
									entry.drop();
									toList();
								}}
							>
								Delete Course
							</DeleteButton>
						)
					}
				/>
			</EntryForm>
		</FormPanel>
	);
};
