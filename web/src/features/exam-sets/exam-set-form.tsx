import { yearInNairobi } from '#shared/calendar.ts';
import { type ExamSet, examSets } from '#shared/contract/exam-sets.ts';
import { StatusField } from '../../ui/fields/choice-fields.tsx';
import { WholeField } from '../../ui/fields/number-fields.tsx';
import { TextField } from '../../ui/fields/text-fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { FieldColumns } from '../../ui/form/form-panel.tsx';
import type { ResourceForm } from '../../ui/form/resource-form.ts';
import type { ListDialogsProps } from '../../ui/list/resource-list.tsx';

/** What a new exam set starts from: this year, first in order, a draft. */
export const newExamSet = () => ({
	name: '',
	year: yearInNairobi(new Date()),
	order_num: 1,
	is_published: false,
});

/** The fields of an exam set, in dialogs and on its page alike. */
export const ExamSetFields = ({ form }: { form: ResourceForm<ReturnType<typeof newExamSet>> }) => (
	<>
		<TextField form={form} name="name" required />
		<FieldColumns>
			<WholeField form={form} name="year" required />
			<WholeField form={form} name="order_num" required />
		</FieldColumns>
		<StatusField form={form} name="is_published" />
	</>
);

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
