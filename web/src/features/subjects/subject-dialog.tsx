import { type Subject, subjects } from '#shared/contract/subjects.ts';
import { SwitchField } from '../../ui/fields/choice-fields.tsx';
import { WholeField } from '../../ui/fields/number-fields.tsx';
import { TextField } from '../../ui/fields/text-fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { Opened } from '../../ui/loading/on-demand.tsx';

interface SubjectDialogProps extends Opened {
	place: { courseId: string };
	/** The subject to edit; a new one is added if undefined. */
	item: Subject | undefined;
}

/** Adds a subject to a course, or edits one. */
export const SubjectDialog = (props: SubjectDialogProps) => (
	<FormDialog {...props} resource={subjects}>
		{(form) => (
			<>
				<TextField form={form} name="name" placeholder="Enter subject name" required />
				<WholeField form={form} name="order_num" required />
				<SwitchField form={form} name="published" />
				<SwitchField form={form} name="freeSubject" />
			</>
		)}
	</FormDialog>
);
