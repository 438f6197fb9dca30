import { examSets, seriesWords } from '#shared/contract/content/exam-sets.ts';
import { allExamSets } from '#shared/contract/platform/lists.ts';
import { PAPERS } from '../../addresses.ts';
import { contentPages } from '../../platform/ui/content/content-pages.tsx';
import { ChoiceField, StatusField } from '../../platform/ui/fields/choice-fields.tsx';
import { VisibleFromField } from '../../platform/ui/fields/moment-field.tsx';
import { OrderField } from '../../platform/ui/fields/order-field.tsx';
import { TextField, WholeField } from '../../platform/ui/fields/text-fields.tsx';
import { FieldColumns } from '../../platform/ui/form/form-panel.tsx';
import { LinkButton } from '../../platform/ui/page/links.tsx';

/** The page and the dialog that edit an exam set, or add one to a course. */
export const { Item: ExamSetPage, Dialog: ExamSetDialog } = contentPages(allExamSets, {
	fields: (place, item) => (
		<>
			<TextField name="name" required />
			<FieldColumns>
				<WholeField name="year" required />
				<ChoiceField name="series" options={seriesWords} placeholder="No series" />
				<OrderField resource={examSets} place={place} item={item} />
			</FieldColumns>
			<StatusField name="is_published" />
			<VisibleFromField />
		</>
	),
	starting: { loading: 'Loading course details...', heading: 'Error loading course' },
	usePage: ({ place }) => ({
		actions: (
			<LinkButton to={PAPERS} params={place} variant="default">
				Past Papers
			</LinkButton>
		),
	}),
});
