import { linkOptions } from '@tanstack/react-router';
import { paperExtensions } from '#shared/contract/files.ts';
import { type PastPaper, pastPapers } from '#shared/contract/past-papers.ts';
import type { Versioned } from '../../api/query-keys.ts';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { AccessField, StatusField } from '../../ui/fields/choice-fields.tsx';
import { FileField } from '../../ui/fields/file-field.tsx';
import { OrderField } from '../../ui/fields/number-fields.tsx';
import { NameField } from '../../ui/fields/text-fields.tsx';
import { EntryForm } from '../../ui/form/entry-form.tsx';
import { FieldColumns, FormPanel } from '../../ui/form/form-panel.tsx';
import { SaveBar } from '../../ui/form/save-bar.tsx';
import { useEntry } from '../../ui/form/use-entry.ts';
import { LinkButton } from '../../ui/links.tsx';
import { useWayBack } from '../../ui/way-back.ts';
import { PAPERS, type PapersPlace } from './addresses.ts';
import { SubjectField } from './subject-field.tsx';

interface PaperFormProps {
	place: PapersPlace;
	/** The past paper to edit; left out, a new one is made. */
	paper?: Versioned<PastPaper>;
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
	const entry = useEntry({
		resource: pastPapers,
		place: { ...place },
		base: paper,
		// Here an order is at least 1, also of a paper that the dialog gave 0.
		schema: pastPapers.create,
		start: {
			name: '',
			order_num: order,
			subject_id: null as string | null,
			url: null as string | null,
			published: false,
			free: false,
		},
		fallback: 'Failed to save past paper',
		onSaved: toList,
	});
	return (
		<FormPanel>
			<EntryForm entry={entry}>
				<NameField entry={entry} name="name" label="Name" />
				<FieldColumns>
					<OrderField entry={entry} name="order_num" />
					<SubjectField entry={entry} courseId={place.courseId} />
				</FieldColumns>
				<FileField
					entry={entry}
					name="url"
					label="Paper File"
					currentLabel="Current file"
					extensions={paperExtensions}
				/>
				<FieldColumns>
					<StatusField entry={entry} name="published" />
					<AccessField entry={entry} name="free" />
				</FieldColumns>
				<SaveBar
					entry={entry}
					submit="Save Past Paper"
					cancel={
						<LinkButton to={PAPERS} params={{ ...place }} variant="default">
							Cancel
						</LinkButton>
					}
					danger={
						paper && (
							<DeleteButton
								item={paper.item}
								resource={pastPapers}
								place={{ ...place }}
								fallback="Failed to delete past paper"
								onDeleted={() => {
									entry.drop();
									toList();
								}}
							>
								Delete Past Paper
							</DeleteButton>
						)
					}
				/>
			</EntryForm>
		</FormPanel>
	);
};
