import { yearInNairobi } from '#shared/calendar.ts';
import { type Series, seriesWords } from '#shared/contract/exam-sets.ts';
import { ChoiceField, StatusField } from '../../ui/fields/choice-fields.tsx';
import { WholeField } from '../../ui/fields/number-fields.tsx';
import { TextField } from '../../ui/fields/text-fields.tsx';
import { FieldColumns } from '../../ui/form/form-panel.tsx';
import type { ResourceForm } from '../../ui/form/resource-form.ts';

/** What a new exam set starts from: this year, first in order, a draft. */
export const newExamSet = () => ({
	name: '',
	year: yearInNairobi(new Date()),
	series: null as Series | null,
	order_num: 1,
	is_published: false,
});

/** The fields of an exam set, in dialogs and on its page alike. */
export const ExamSetFields = ({ form }: { form: ResourceForm<ReturnType<typeof newExamSet>> }) => (
	<>
		<TextField form={form} name="name" required />
		<FieldColumns>
			<WholeField form={form} name="year" required />
			<ChoiceField form={form} name="series" options={seriesWords} placeholder="No series" />
			<WholeField form={form} name="order_num" required />
		</FieldColumns>
		<StatusField form={form} name="is_published" />
	</>
);
