import { Button } from '@mantine/core';
import {
	IconArrowsSort,
	IconDownload,
	IconLink,
	IconLinkPlus,
	IconPencil,
	IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { type PastPaper, pastPapers } from '#shared/contract/past-papers.ts';
import { subjects } from '#shared/contract/subjects.ts';
import { listQuery } from '../../api/queries.ts';
import { CardGrid } from '../../ui/card-grid.tsx';
import { ConfirmDelete } from '../../ui/confirm-delete.tsx';
import { ForEditors, useMayEdit } from '../../ui/for-editors.tsx';
import { LinkButton } from '../../ui/links.tsx';
import type { View } from '../../ui/list/view-switch.tsx';
import { RowMenu } from '../../ui/menu.tsx';
import { RowIcon } from '../../ui/row-busy.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { PAPER, type PapersPlace } from './addresses.ts';
import { PaperCard } from './paper-card.tsx';
import { paperColumns } from './paper-columns.tsx';
import type { PaperDialog } from './paper-dialogs.tsx';
import { usePaperToggle } from './use-paper-toggle.ts';

interface PaperListProps {
	place: PapersPlace;
	rows: PastPaper[];
	view: View;
	/** Names the table. */
	label: string;
	open: (dialog: PaperDialog) => void;
}

/** The past papers of an exam set as cards or as a table, each with what can be done. */
export const PaperList = ({ place, rows, view, label, open }: PaperListProps) => {
	const [doomed, doom] = useState<PastPaper | null>(null);
	const { isBusy } = usePaperToggle(place);
	const mayEdit = useMayEdit();
	const course = useQuery(listQuery(subjects, { courseId: place.courseId }));
	const subjectOf = ({ subject_id }: PastPaper) =>
		course.data?.find(({ id }) => id === subject_id)?.name;

	const onCard = (paper: PastPaper) => (
		<>
			<ForEditors>
				<LinkButton
					to={PAPER}
					params={{ ...place, paperId: paper.id }}
					variant="light"
					size="xs"
					aria-label={`Edit ${paper.name}`}
				>
					Edit
				</LinkButton>
			</ForEditors>
			{paper.url && (
				<Button
					component="a"
					href={paper.url}
					target="_blank"
					rel="noreferrer"
					variant="default"
					size="xs"
					leftSection={<IconDownload size={16} aria-hidden />}
					aria-label={`Download ${paper.name}`}
				>
					Download
				</Button>
			)}
			<ForEditors>
				<RowIcon
					label={`Delete ${paper.name}`}
					icon={IconTrash}
					dangerous
					onClick={() => doom(paper)}
				/>
			</ForEditors>
		</>
	);
	const inRow = (paper: PastPaper) => (
		<RowMenu
			label={`Actions for ${paper.name}`}
			actions={[
				{
					words: 'Edit',
					icon: IconPencil,
					link: linkOptions({ to: PAPER, params: { ...place, paperId: paper.id } }),
				},
				{
					words: 'Edit Order',
					icon: IconArrowsSort,
					onClick: () => open({ kind: 'order', paper }),
				},
				{
					words: paper.url ? 'Edit URL' : 'Add URL',
					icon: paper.url ? IconLink : IconLinkPlus,
					onClick: () => open({ kind: 'url', paper }),
				},
				{ words: 'Delete', icon: IconTrash, dangerous: true, onClick: () => doom(paper) },
			]}
		/>
	);

	return (
		<>
			{view === 'cards' ? (
				<CardGrid label={label}>
					{rows.map((paper) => (
						<PaperCard
							key={paper.id}
							paper={paper}
							subjectName={subjectOf(paper)}
							actions={onCard(paper)}
						/>
					))}
				</CardGrid>
			) : (
				<DataTable
					label={label}
					columns={paperColumns}
					rows={rows}
					defaultSort="order_num"
					isBusy={({ id }) => isBusy(id)}
					actions={mayEdit ? inRow : undefined}
				/>
			)}
			<ConfirmDelete
				item={doomed}
				onClose={() => doom(null)}
				resource={pastPapers}
				place={place}
				fallback="Failed to delete past paper"
			/>
		</>
	);
};
