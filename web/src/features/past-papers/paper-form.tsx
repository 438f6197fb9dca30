import { useQuery } from '@tanstack/react-query';
import { paperExtensions } from '#shared/contract/file-types.ts';
import { allPastPapers } from '#shared/contract/lists.ts';
import { type PastPaper, paperKindWords, pastPapers } from '#shared/contract/past-papers.ts';
import type { PlaceOf } from '#shared/contract/resource.ts';
import { subjects } from '#shared/contract/subjects.ts';
import { listQuery } from '../../api/queries.ts';
import { AccessField, ChoiceField, StatusField } from '../../ui/fields/choice-fields.tsx';
import { FileField } from '../../ui/fields/file-field.tsx';
import { WholeField } from '../../ui/fields/number-fields.tsx';
import { ListField, TextField } from '../../ui/fields/text-fields.tsx';
import { FieldColumns } from '../../ui/form/form-panel.tsx';
import { PageForm } from '../../ui/form/page-form.tsx';
import type { ResourceForm } from '../../ui/form/resource-form.ts';
import { useNextInList } from '../../ui/list/next-in-list.ts';

/** Path parameters of a past paper: its course and exam set. */
export type PapersPlace = PlaceOf<typeof pastPapers>;

interface SubjectFieldProps {
	form: ResourceForm<ReturnType<typeof pastPapers.start>>;
	courseId: string;
}

/** Renders the choice of the paper's subject from the subjects of the course. */
export const SubjectField = ({ form, courseId }: SubjectFieldProps) => {
	const list = useQuery(listQuery(subjects, { courseId }));
	const options = Object.fromEntries((list.data ?? []).map(({ id, name }) => [id, name]));
	return (
		<ChoiceField
			form={form}
			name="subject_id"
			options={options}
			placeholder={list.isPending ? 'Loading subjects...' : 'No subject'}
		/>
	);
};

/** Renders the fields for a paper's codes, kind and source. */
export const PrintedFields = ({ form }: Pick<SubjectFieldProps, 'form'>) => (
	<>
		<FieldColumns>
			<ListField form={form} name="codes" placeholder="2521/303, 2602/303" />
			<ChoiceField form={form} name="kind" options={paperKindWords} required />
		</FieldColumns>
		<TextField form={form} name="source" placeholder="Origin and permission" />
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
			{(form) => (
				<>
					<TextField form={form} name="name" required />
					<FieldColumns>
						<WholeField form={form} name="order_num" required />
						<SubjectField form={form} courseId={place.courseId} />
					</FieldColumns>
					<PrintedFields form={form} />
					<FileField form={form} name="url" extensions={paperExtensions} />
					<FieldColumns>
						<StatusField form={form} name="published" />
						<AccessField form={form} name="free" />
					</FieldColumns>
				</>
			)}
		</PageForm>
	);
};
