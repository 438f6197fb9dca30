import { useQuery } from '@tanstack/react-query';
import { paperExtensions } from '#shared/contract/files.ts';
import { allPastPapers } from '#shared/contract/lists.ts';
import { type PastPaper, paperKindWords, pastPapers } from '#shared/contract/past-papers.ts';
import type { PlaceOf } from '#shared/contract/resource.ts';
import { subjects } from '#shared/contract/subjects.ts';
import { listQuery } from '../../api/queries.ts';
import { VisibleFromField } from '../../ui/dates/moment-field.tsx';
import { AccessField, ChoiceField, StatusField } from '../../ui/fields/choice-fields.tsx';
import { FileField } from '../../ui/fields/file-field.tsx';
import { ListField, TextField, WholeField } from '../../ui/fields/text-fields.tsx';
import { FieldColumns } from '../../ui/form/form-panel.tsx';
import { PageForm } from '../../ui/form/page-form.tsx';
import { useNextInList } from '../../ui/list/next-in-list.ts';

/** Path parameters of a past paper: its course and exam set. */
export type PapersPlace = PlaceOf<typeof pastPapers>;

/** Renders the choice of the paper's subject from the subjects of the course. */
export const SubjectField = ({ courseId }: { courseId: string }) => {
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
export const PrintedFields = () => (
	<>
		<FieldColumns>
			<ListField name="codes" placeholder="2521/303, 2602/303" />
			<ChoiceField name="kind" options={paperKindWords} required />
		</FieldColumns>
		<TextField name="source" placeholder="Origin and permission" />
	</>
);

interface PaperFormProps {
	place: PapersPlace;
	/** The past paper to edit; a new one is created if omitted. */
	paper?: PastPaper;
	/** The order that a new paper starts with. */
	order?: number;
}

/** Renders the form that creates or edits a past paper, with its file. */
export const PaperForm = ({ place, paper, order }: PaperFormProps) => {
	const others = [`/admin/examsets/${place.examSetId}/pastpapers`];
	const next = useNextInList({
		id: paper?.id,
		list: allPastPapers,
		place,
		others,
	});
	return (
		<PageForm
			resource={pastPapers}
			place={place}
			item={paper}
			// This form requires an order of at least 1; the order dialog accepts 0.
			schema={pastPapers.create}
			order={order}
			also={others}
			next={next}
			file="url"
		>
			<TextField name="name" required />
			<FieldColumns>
				<WholeField name="order_num" required />
				<SubjectField courseId={place.courseId} />
			</FieldColumns>
			<PrintedFields />
			<FileField name="url" extensions={paperExtensions} />
			<FieldColumns>
				<StatusField name="published" />
				<AccessField name="free" />
			</FieldColumns>
			<VisibleFromField />
		</PageForm>
	);
};
