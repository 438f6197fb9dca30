import { type Subject, subjects } from '#shared/contract/content/subjects.ts';
import { SwitchField } from '../../platform/ui/fields/choice-fields.tsx';
import { VisibleFromField } from '../../platform/ui/fields/moment-field.tsx';
import { OrderField } from '../../platform/ui/fields/order-field.tsx';
import { TextField } from '../../platform/ui/fields/text-fields.tsx';
import { ItemFormDialog } from '../../platform/ui/form/item-form.tsx';
import type { Opened } from '../../platform/ui/loading/on-demand.tsx';

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
