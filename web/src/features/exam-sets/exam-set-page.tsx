import { useQuery } from '@tanstack/react-query';
import { courses } from '#shared/contract/courses.ts';
import { type ExamSet, examSets, seriesWords } from '#shared/contract/exam-sets.ts';
import { allExamSets } from '#shared/contract/lists.ts';
import type { ItemPlaceOf, PlaceOf } from '#shared/contract/resource.ts';
import { PAPERS } from '../../addresses.ts';
import { preflightQuery } from '../../api/preflight.ts';
import { itemQuery, useItemInPlace } from '../../api/queries.ts';
import { VisibleFromField } from '../../ui/dates/moment-field.tsx';
import { ChoiceField, StatusField } from '../../ui/fields/choice-fields.tsx';
import { TextField, WholeField } from '../../ui/fields/text-fields.tsx';
import { FieldColumns } from '../../ui/form/form-panel.tsx';
import { ItemFormDialog } from '../../ui/form/item-form.tsx';
import { LoadedForm } from '../../ui/form/loaded-form.tsx';
import { PageForm } from '../../ui/form/page-form.tsx';
import type { ListDialogsProps } from '../../ui/list/resource-list.tsx';
import { useAnyLoading } from '../../ui/loading/loading.tsx';
import { ItemMenu } from '../../ui/menu/item-menu.tsx';
import { Breadcrumb } from '../../ui/page/back-link.tsx';
import { LinkButton } from '../../ui/page/links.tsx';
import { Page } from '../../ui/page/page.tsx';
import { ItemState, PublishButton } from '../../ui/preflight/publishing.tsx';

/** Renders the fields of an exam set, in dialogs and on its page. */
const fields = (
	<>
		<TextField name="name" required />
		<FieldColumns>
			<WholeField name="year" required />
			<ChoiceField name="series" options={seriesWords} placeholder="No series" />
			<WholeField name="order_num" required />
		</FieldColumns>
		<StatusField name="is_published" />
		<VisibleFromField />
	</>
);

/** Adds an exam set to a course, or edits one of its list. */
export const ExamSetDialog = (
	props: ListDialogsProps<ExamSet, PlaceOf<typeof examSets>> & { title?: string },
) => (
	<ItemFormDialog {...props} resource={examSets}>
		{fields}
	</ItemFormDialog>
);

/** Renders the page that edits an exam set. */
export const ExamSetPage = ({ courseId, examSetId }: ItemPlaceOf<typeof examSets>) => {
	const place = { courseId, examSetId };
	const { item: examSet } = useItemInPlace(allExamSets, place);
	const preflight = useQuery(preflightQuery(examSets, place));
	const loading = useAnyLoading(examSet, preflight);
	const item = examSet.data;
	return (
		<Page
			loading={loading}
			title={(!loading && item?.name) || 'Exam Set'}
			state={<ItemState resource={examSets} place={place} />}
			back={<Breadcrumb of={['Exam Sets']} place={place} />}
			actions={
				!examSet.isError && (
					<>
						<LinkButton to={PAPERS} params={place} variant="default">
							Past Papers
						</LinkButton>
						<PublishButton resource={examSets} place={place} />
					</>
				)
			}
			more={item && <ItemMenu resource={examSets} place={place} item={item} />}
			narrow
		>
			<LoadedForm query={examSet} resource={examSets} id={examSetId}>
				{(data) => (
					<PageForm key={examSetId} resource={examSets} place={{ courseId }} item={data}>
						{fields}
					</PageForm>
				)}
			</LoadedForm>
		</Page>
	);
};

/** Renders the page that adds an exam set to a course. */
export const NewExamSetPage = (place: { courseId: string }) => {
	const course = useQuery(itemQuery(courses, place));
	return (
		<Page title="New Exam Set" back={<Breadcrumb of={['Exam Sets']} place={place} />} narrow>
			<LoadedForm query={course} resource={courses} loading="Loading course details...">
				{() => (
					<PageForm resource={examSets} place={place}>
						{fields}
					</PageForm>
				)}
			</LoadedForm>
		</Page>
	);
};
