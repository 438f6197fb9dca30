import { type ExamSet, examSets } from '#shared/contract/exam-sets.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { ListDialogsProps } from '../../ui/list/resource-list.tsx';
import { ExamSetFields, newExamSet } from './exam-set-fields.tsx';

interface ExamSetDialogProps extends ListDialogsProps<ExamSet, { courseId: string }> {
	/** What it is called when it makes a new one. */
	title?: string;
}

/** Adds an exam set to a course, or edits one of its list. */
export const ExamSetDialog = ({ dialog, order, title, ...rest }: ExamSetDialogProps) => {
	const item = dialog?.kind === 'edit' ? dialog.row : undefined;
	const words = title && !item && { title };
	return (
		<FormDialog {...rest} {...words} resource={examSets} item={item} start={newExamSet()}>
			{(form) => <ExamSetFields form={form} />}
		</FormDialog>
	);
};
