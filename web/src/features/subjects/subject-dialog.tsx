import { type Subject, subjects } from '#shared/contract/subjects.ts';
import { SwitchField } from '../../ui/fields/choice-fields.tsx';
import { OrderField } from '../../ui/fields/number-fields.tsx';
import { NameField } from '../../ui/fields/text-fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';

interface SubjectDialogProps {
	opened: boolean;
	courseId: string;
	/** What the dialog is open for: a new subject, an existing one, or nothing. */
	subject: 'new' | Subject | null;
	onClose: () => void;
}

/** Adds a subject to a course, or edits one. */
export const SubjectDialog = ({ opened, courseId, subject, onClose }: SubjectDialogProps) => {
	const edited = subject !== null && subject !== 'new' ? subject : undefined;
	return (
		<FormDialog
			opened={opened}
			onClose={onClose}
			title={edited ? 'Edit Subject' : 'Add Subject'}
			resource={subjects}
			place={{ courseId }}
			item={edited}
			start={{ name: '', order_num: 1, published: true, freeSubject: false }}
			fallback={edited ? 'Failed to update subject' : 'Failed to create subject'}
			submit={edited ? 'Save Changes' : 'Create Subject'}
			{...(!edited && { pending: 'Creating...' })}
		>
			{(form) => (
				<>
					<NameField
						form={form}
						name="name"
						label="Subject Name"
						placeholder="Enter subject name"
					/>
					<OrderField form={form} name="order_num" />
					<SwitchField form={form} name="published" label="Published" />
					<SwitchField form={form} name="freeSubject" label="Free Subject" />
				</>
			)}
		</FormDialog>
	);
};
