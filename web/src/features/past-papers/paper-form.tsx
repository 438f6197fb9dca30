import { linkOptions } from '@tanstack/react-router';
import { paperExtensions } from '#shared/contract/files.ts';
import { type PastPaper, pastPapers } from '#shared/contract/past-papers.ts';
import { AccessField, StatusField } from '../../ui/fields/choice-fields.tsx';
import { FileField } from '../../ui/fields/file-field.tsx';
import { OrderField } from '../../ui/fields/number-fields.tsx';
import { NameField } from '../../ui/fields/text-fields.tsx';
import { FieldColumns } from '../../ui/form/form-panel.tsx';
import { PageForm } from '../../ui/form/page-form.tsx';
import { useWayBack } from '../../ui/way-back.ts';
import { PAPERS, type PapersPlace } from './addresses.ts';
import { SubjectField } from './subject-field.tsx';

interface PaperFormProps {
	place: PapersPlace;
	/** The past paper to edit; left out, a new one is made. */
	paper?: PastPaper;
	/** The order that a new paper starts with. */
	order?: number;
}

/** The form of a past paper, with its file. */
export const PaperForm = ({ place, paper, order = 1 }: PaperFormProps) => {
	const toList = useWayBack(
		linkOptions({ to: PAPERS, params: { ...place } }),
		`/admin/examsets/${place.examSetId}/pastpapers`,
		'/admin/pastpapers',
	);
	return (
		<PageForm
			resource={pastPapers}
			place={{ ...place }}
			item={paper}
			// Here an order is at least 1, also of a paper that the dialog gave 0.
			schema={pastPapers.create}
			start={{
				name: '',
				order_num: order,
				subject_id: null as string | null,
				url: null as string | null,
				published: false,
				free: false,
			}}
			fallback="Failed to save past paper"
			cancel={linkOptions({ to: PAPERS, params: { ...place } })}
			leave={toList}
		>
			{(form) => (
				<>
					<NameField form={form} name="name" label="Name" />
					<FieldColumns>
						<OrderField form={form} name="order_num" />
						<SubjectField form={form} courseId={place.courseId} />
					</FieldColumns>
					<FileField
						form={form}
						name="url"
						label="Paper File"
						currentLabel="Current file"
						extensions={paperExtensions}
					/>
					<FieldColumns>
						<StatusField form={form} name="published" />
						<AccessField form={form} name="free" />
					</FieldColumns>
				</>
			)}
		</PageForm>
	);
};
