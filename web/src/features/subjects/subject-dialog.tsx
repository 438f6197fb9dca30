import { type Subject, subjects } from '#shared/contract/subjects.ts';
import { SwitchField } from '../../ui/fields/choice-fields.tsx';
import { VisibleFromField } from '../../ui/fields/moment-field.tsx';
import { OrderField } from '../../ui/fields/order-field.tsx';
import { TextField } from '../../ui/fields/text-fields.tsx';
import { ItemFormDialog } from '../../ui/form/item-form.tsx';
import type { Opened } from '../../ui/loading/on-demand.tsx';

interface SubjectDialogProps extends Opened {
	place: { courseId: string };
	/** The subject to edit; a new one is added if undefined. */
	item: Subject | undefined;
}

/** Adds a subject to a course, or edits one. */
export const SubjectDialog = (props: SubjectDialogProps) => (
	<ItemFormDialog {...props} resource={subjects} another>
		<TextField name="name" placeholder="Enter subject name" required />
		<OrderField resource={subjects} place={props.place} item={props.item} />
		<SwitchField name="published" />
		<SwitchField name="freeSubject" />
		<VisibleFromField />
	</ItemFormDialog>
);
