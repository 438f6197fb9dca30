import { type ExamSet, examSets } from '#shared/contract/exam-sets.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { ExamSetFields, newExamSet } from './exam-set-fields.tsx';

interface ExamSetDialogProps {
	opened: boolean;
	courseId: string;
	/** What the dialog is open for: a new exam set, one of the list, or nothing. */
	subject: 'new' | ExamSet | null;
	/** What it is called when it makes a new one. */
	title?: string;
	onClose: () => void;
}

/** Adds an exam set to a course, or edits one of its list. */
export const ExamSetDialog = ({ courseId, subject, onClose, ...props }: ExamSetDialogProps) => {
	const { title = 'Add Exam Set' } = props;
	const edited = subject !== null && subject !== 'new' ? subject : undefined;
	return (
		<FormDialog
			opened={props.opened}
			onClose={onClose}
			title={edited ? 'Edit Exam Set' : title}
			resource={examSets}
			place={{ courseId }}
			item={edited}
			start={newExamSet()}
			fallback={edited ? 'Failed to update exam set' : 'Failed to create exam set'}
			submit={edited ? 'Save Changes' : 'Create Exam Set'}
			{...(!edited && { pending: 'Creating...' })}
		>
			{(form) => <ExamSetFields form={form} />}
		</FormDialog>
	);
};
