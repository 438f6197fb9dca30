import { useQuery } from '@tanstack/react-query';
import { paperExtensions } from '#shared/contract/content/files.ts';
import {
	type PastPaper,
	paperKindWords,
	pastPapers,
} from '#shared/contract/content/past-papers.ts';
import type { ItemPlaceOf, PlaceOf } from '#shared/contract/content/resource.ts';
import { subjects } from '#shared/contract/content/subjects.ts';
import { allPastPapers } from '#shared/contract/platform/lists.ts';
import { PAPER } from '../../addresses.ts';
import { listQuery } from '../../platform/api/queries.ts';
import { contentPages } from '../../platform/ui/content/content-pages.tsx';
import { LinkDialog } from '../../platform/ui/content/link-dialog.tsx';
import { AccessField, ChoiceField, StatusField } from '../../platform/ui/fields/choice-fields.tsx';
import { FileField } from '../../platform/ui/fields/file-field.tsx';
import { VisibleFromField } from '../../platform/ui/fields/moment-field.tsx';
import { OrderField } from '../../platform/ui/fields/order-field.tsx';
import { ListField, TextField, WholeField } from '../../platform/ui/fields/text-fields.tsx';
import { FieldColumns } from '../../platform/ui/form/form-panel.tsx';
import { ItemFormDialog } from '../../platform/ui/form/item-form.tsx';
import { LinkButton } from '../../platform/ui/page/links.tsx';
import type { ListDialogsProps } from '../../platform/ui/table/resource-list.tsx';
import { findCompanion } from './companion.ts';

/** Renders the choice of the paper's subject from the subjects of the course. */
const SubjectField = ({ courseId }: { courseId: string }) => {
	const list = useQuery(listQuery(subjects, { courseId }));
	const options = Object.fromEntries((list.data ?? []).map(({ id, name }) => [id, name]));
	return (
		<ChoiceField
			name="subject_id"
			options={options}
			placeholder={list.isPending ? 'Loading subjects...' : 'No subject'}
		/>
	);
};

/** Renders the fields for a paper's codes, kind and source. */
const PrintedFields = () => (
	<>
		<FieldColumns>
			<ListField name="codes" placeholder="2521/303, 2602/303" />
			<ChoiceField name="kind" options={paperKindWords} required />
		</FieldColumns>
		<TextField name="source" placeholder="Origin and permission" />
	</>
);

/** Renders the dialogs over the past papers of an exam set: add one, or change the order, link or file of one. */
export const PaperDialogs = (props: ListDialogsProps<PastPaper, PlaceOf<typeof pastPapers>>) => {
	const { opened, kind, order, ...rest } = props;
	const shared = { ...rest, resource: pastPapers };
	const update = { ...shared, fallback: 'Failed to update past paper' };
	return (
		<>
			<ItemFormDialog
				{...shared}
				opened={opened && kind === 'add'}
				order={order}
				title="Add Past Paper"
				fallback="Failed to add past paper"
				submit="Add Past Paper"
				pending="Adding..."
			>
				<TextField name="name" required />
				<OrderField resource={pastPapers} place={rest.place} item={undefined} />
				<SubjectField courseId={rest.place.courseId} />
				<PrintedFields />
				<FileField name="url" extensions={paperExtensions} />
				<FieldColumns>
					<StatusField name="published" />
					<AccessField name="free" />
				</FieldColumns>
			</ItemFormDialog>
			<ItemFormDialog
				{...update}
				opened={opened && kind === 'order'}
				title={`Edit Order of ${rest.item?.name}`}
				start={{ order_num: 0 }}
				submit="Save Order"
			>
				<OrderField resource={pastPapers} place={rest.place} item={rest.item} />
			</ItemFormDialog>
			<LinkDialog {...update} opened={opened && kind === 'url'} field="url" />
		</>
	);
};

interface CompanionProps {
	place: ItemPlaceOf<typeof pastPapers>;
	paper: PastPaper;
}

/** Links a paper to its marking scheme, or a marking scheme to its paper, if the exam set has both. */
const Companion = ({ place, paper }: CompanionProps) => {
	const papers = useQuery(listQuery(pastPapers, place));
	const other = findCompanion(paper, papers.data ?? []);
	return (
		other && (
			<LinkButton to={PAPER} params={{ ...place, paperId: other.id }} variant="default">
				{paperKindWords[other.kind]}
			</LinkButton>
		)
	);
};

/** The page that edits a past paper, or adds one to an exam set. */
export const { Item: PaperPage } = contentPages(allPastPapers, {
	fields: ({ courseId }) => (
		<>
			<TextField name="name" required />
			<FieldColumns>
				<WholeField name="order_num" required />
				<SubjectField courseId={courseId} />
			</FieldColumns>
			<PrintedFields />
			<FileField name="url" extensions={paperExtensions} />
			<FieldColumns>
				<StatusField name="published" />
				<AccessField name="free" />
			</FieldColumns>
			<VisibleFromField />
		</>
	),
	file: 'url',
	form: ({ examSetId }) => ({
		// This form requires an order of at least 1; the order dialog accepts 0.
		schema: pastPapers.create,
		also: [`/admin/examsets/${examSetId}/pastpapers`],
	}),
	usePage: ({ place, item: { data, isError } }) => ({
		...(isError && !data && { title: 'Edit Past Paper' }),
		actions: data && <Companion place={place} paper={data} />,
	}),
});
