import { useQuery } from '@tanstack/react-query';
import { courses } from '#shared/contract/courses.ts';
import { type ExamSet, examSets, seriesWords } from '#shared/contract/exam-sets.ts';
import { allExamSets } from '#shared/contract/lists.ts';
import type { ItemPlaceOf, PlaceOf } from '#shared/contract/resource.ts';
import { PAPERS } from '../../addresses.ts';
import { preflightQuery } from '../../api/preflight.ts';
import { itemQuery, useItemInPlace } from '../../api/queries.ts';
import { HistoryButton } from '../../ui/audit/history-button.tsx';
import { DuplicateButton } from '../../ui/copy/duplicate.tsx';
import { ChoiceField, StatusField } from '../../ui/fields/choice-fields.tsx';
import { TextField, WholeField } from '../../ui/fields/text-fields.tsx';
import { FieldColumns } from '../../ui/form/form-panel.tsx';
import { ItemFormDialog } from '../../ui/form/item-form.tsx';
import { LoadedForm } from '../../ui/form/loaded-form.tsx';
import { PageForm } from '../../ui/form/page-form.tsx';
import type { ListDialogsProps } from '../../ui/list/resource-list.tsx';
import { useAnyLoading } from '../../ui/loading/loading.tsx';
import { Breadcrumb } from '../../ui/page/back-link.tsx';
import { LinkButton } from '../../ui/page/links.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PublishButton } from '../../ui/preflight/publish-button.tsx';

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

const BACK = ['Course', 'Subjects', 'Exam Sets'] as const;

/** Renders the page that edits an exam set. */
export const ExamSetPage = ({ courseId, examSetId }: ItemPlaceOf<typeof examSets>) => {
	const place = { courseId };
	const { item: examSet, withNames } = useItemInPlace(allExamSets, { courseId, examSetId });
	// The publish check adds a button: load it with the page, so that buttons do not move.
	const preflight = useQuery(preflightQuery(examSets, { courseId, examSetId }));
	const loading = useAnyLoading(examSet, preflight);
	const item = loading ? undefined : examSet.data;
	return (
		<Page
			loading={loading}
			title={item?.name ?? 'Exam Set'}
			subtitle={item && withNames?.course_name}
			back={<Breadcrumb of={BACK} place={place} />}
			actions={
				item && (
					<>
						<HistoryButton resource={examSets} place={{ courseId, examSetId }} name={item.name} />
						<DuplicateButton resource={examSets} place={place} source={item} />
						<LinkButton to={PAPERS} params={{ courseId, examSetId }} variant="default">
							Past Papers
						</LinkButton>
						<PublishButton resource={examSets} place={{ courseId, examSetId }} />
					</>
				)
			}
			narrow
		>
			<LoadedForm query={examSet} resource={examSets} id={examSetId}>
				{(data) => (
					<PageForm key={examSetId} resource={examSets} place={place} item={data}>
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
		<Page
			title="New Exam Set"
			subtitle={course.data?.name}
			back={<Breadcrumb of={BACK} place={place} />}
			narrow
		>
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
