import { yearInNairobi } from '#shared/calendar.ts';
import type { ExamSet } from '#shared/contract/exam-sets.ts';
import { StatusField } from '../../ui/fields/choice-fields.tsx';
import { OrderField, YearField } from '../../ui/fields/number-fields.tsx';
import { NameField } from '../../ui/fields/text-fields.tsx';
import type { Entry } from '../../ui/form/entry.ts';
import { FieldColumns } from '../../ui/form/form-panel.tsx';

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
export const ExamSetFields = ({ entry }: { entry: Entry<ExamSetValues> }) => (
	<>
		<NameField entry={entry} name="name" label="Name" />
		<FieldColumns>
			<YearField entry={entry} name="year" />
			<OrderField entry={entry} name="order_num" />
		</FieldColumns>
		<StatusField entry={entry} name="is_published" />
	</>
);
