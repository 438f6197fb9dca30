import { type ExamSet, examSets } from '#shared/contract/exam-sets.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { ListDialogsProps } from '../../ui/list/resource-list.tsx';
import { ExamSetFields, newExamSet } from './exam-set-fields.tsx';

interface ExamSetDialogProps extends ListDialogsProps<ExamSet, { courseId: string }> {
	/** What it is called when it makes a new one. */
	title?: string;
}

/** Adds an exam set to a course, or edits one of its list. */
export const ExamSetDialog = (props: ExamSetDialogProps) => {
	const { dialog, order, title = 'Add Exam Set', ...rest } = props;
	const words =
		dialog?.kind === 'edit'
			? {
					title: 'Edit Exam Set',
					fallback: 'Failed to update exam set',
					submit: 'Save Changes',
					item: dialog.row,
				}
			: {
					title,
					fallback: 'Failed to create exam set',
					submit: 'Create Exam Set',
					pending: 'Creating...',
				};
	return (
		<FormDialog {...rest} {...words} resource={examSets} start={newExamSet()}>
			{(form) => <ExamSetFields form={form} />}
		</FormDialog>
	);
};
