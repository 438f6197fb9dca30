import { yearInNairobi } from '#shared/calendar.ts';
import type { ExamSet } from '#shared/contract/exam-sets.ts';
import { StatusField } from '../../ui/fields/choice-fields.tsx';
import { OrderField, YearField } from '../../ui/fields/number-fields.tsx';
import { NameField } from '../../ui/fields/text-fields.tsx';
import { FieldColumns } from '../../ui/form/form-panel.tsx';
import type { ResourceForm } from '../../ui/form/resource-form.ts';

/** What the form of an exam set holds. */
export type ExamSetValues = {
	[Field in 'name' | 'year' | 'order_num' | 'is_published']: ExamSet[Field];
};

/** What a new exam set starts from: this year, first in order, a draft. */
export const newExamSet = (): ExamSetValues => ({
	name: '',
	year: yearInNairobi(new Date()),
	order_num: 1,
	is_published: false,
});

/** The fields of an exam set, in dialogs and on its page alike. */
export const ExamSetFields = ({ form }: { form: ResourceForm<ExamSetValues> }) => (
	<>
		<NameField form={form} name="name" label="Name" />
		<FieldColumns>
			<YearField form={form} name="year" />
			<OrderField form={form} name="order_num" />
		</FieldColumns>
		<StatusField form={form} name="is_published" />
	</>
);
