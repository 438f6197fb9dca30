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
import { useCallback, useMemo, useState } from 'react';
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
import { paperColumns, placeOf } from './paper-columns.tsx';
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
	const { isBusy, toggle } = usePaperToggle(place);
	const columns = useMemo(() => paperColumns(toggle), [toggle]);
	const mayEdit = useMayEdit();
	const { data: ofCourse } = useQuery(listQuery(subjects, { courseId: place.courseId }));

	const card = useCallback(
		(paper: PastPaper) => (
			<PaperCard
				paper={paper}
				subjectName={ofCourse?.find(({ id }) => id === paper.subject_id)?.name}
				toggle={toggle}
				actions={
					<>
						<ForEditors>
							<LinkButton
								to={PAPER}
								params={{ ...placeOf(paper), paperId: paper.id }}
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
				}
			/>
		),
		[ofCourse, toggle],
	);
	const inRow = useCallback(
		(paper: PastPaper) => (
			<RowMenu
				label={`Actions for ${paper.name}`}
				actions={[
					{
						words: 'Edit',
						icon: IconPencil,
						link: linkOptions({ to: PAPER, params: { ...placeOf(paper), paperId: paper.id } }),
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
		),
		[open],
	);

	return (
		<>
			{view === 'cards' ? (
				<CardGrid label={label} rows={rows} isBusy={({ id }) => isBusy(id)}>
					{card}
				</CardGrid>
			) : (
				<DataTable
					label={label}
					columns={columns}
					rows={rows}
					defaultSort="order_num"
					isBusy={({ id }) => isBusy(id)}
					actions={mayEdit ? inRow : undefined}
				/>
			)}
			<ConfirmDelete item={doomed} onClose={() => doom(null)} resource={pastPapers} place={place} />
		</>
	);
};
