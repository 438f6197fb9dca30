import { Button, Text } from '@mantine/core';
import { IconFileText, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { courses } from '#shared/contract/courses.ts';
import { examSets } from '#shared/contract/exam-sets.ts';
import { pastPapers } from '#shared/contract/past-papers.ts';
import { nextOrder } from '../../api/next-order.ts';
import { itemQuery, listQuery } from '../../api/queries.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { CardGridSkeleton } from '../../ui/card-grid.tsx';
import { useComing } from '../../ui/coming.ts';
import { Empty } from '../../ui/empty.tsx';
import { ForEditors, useMayEdit } from '../../ui/for-editors.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { FoundRows, ListSearch } from '../../ui/list/found-rows.tsx';
import { useView, ViewSwitch } from '../../ui/list/view-switch.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { Page } from '../../ui/page.tsx';
import { TableSkeleton } from '../../ui/table/table-skeleton.tsx';
import { EXAM_SETS, PAPER, type PapersPlace } from './addresses.ts';
import type { PaperDialog } from './paper-dialogs.tsx';
import { PaperList } from './paper-list.tsx';

const [PaperDialogs, prepare] = onDemand(
	'paper dialogs',
	async () => (await import('./paper-dialogs.tsx')).PaperDialogs,
);

/** The past papers of one exam set. */
export const PapersPage = (place: PapersPlace) => {
	const { courseId } = place;
	const course = useQuery(itemQuery(courses, { courseId }));
	const examSet = useQuery(itemQuery(examSets, place));
	const list = useQuery(listQuery(pastPapers, place));
	const mayEdit = useMayEdit();
	const [view, setView] = useView('past-papers');
	const [dialog, open] = useState<PaperDialog | null>(null);
	const names = [course.data?.name, examSet.data?.name];
	const coming = useComing(course, examSet, list);
	const title =
		!coming && names.every(Boolean) ? `${names.join(' - ')} Past Papers` : 'Past Papers';

	const add = (
		<ForEditors>
			{view === 'cards' ? (
				<LinkButton
					to={PAPER}
					params={{ ...place, paperId: 'new' }}
					leftSection={<IconPlus size={18} aria-hidden />}
				>
					Add Past Paper
				</LinkButton>
			) : (
				<Button
					leftSection={<IconPlus size={18} aria-hidden />}
					onClick={() => open({ kind: 'add', order: nextOrder(list.data ?? []) })}
					onPointerEnter={prepare}
					onFocus={prepare}
					disabled={list.data === undefined}
				>
					Add Past Paper
				</Button>
			)}
		</ForEditors>
	);
	return (
		<Page
			coming={coming}
			title={title}
			subtitle="Manage past papers for this exam set"
			back={
				<>
					<BackLink to={EXAM_SETS} params={{ courseId }}>
						Exam Sets
					</BackLink>
					<BackLink to="/admin/courses/$courseId" params={{ courseId }}>
						Course
					</BackLink>
				</>
			}
			actions={!list.isLoadingError && add}
		>
			<FilterBar end={<ViewSwitch view={view} onChange={setView} />}>
				<Text c="dimmed" size="sm" role="status">
					{list.data && list.data.length > 0 && counted(list.data.length)}
				</Text>
				<ListSearch noun="past papers" rows={list.data} />
			</FilterBar>
			<Loaded
				query={list}
				loading="Loading past papers..."
				skeleton={view === 'cards' ? <CardGridSkeleton /> : <TableSkeleton />}
			>
				{(rows) =>
					rows.length === 0 ? (
						<Empty
							icon={IconFileText}
							title={
								mayEdit
									? 'No past papers found. Click "Add Past Paper" to create one.'
									: 'No past papers found.'
							}
							action={add}
						/>
					) : (
						<FoundRows noun="past papers" rows={rows}>
							{(found) => (
								<PaperList place={place} rows={found} view={view} label={title} open={open} />
							)}
						</FoundRows>
					)
				}
			</Loaded>
			<PaperDialogs
				opened={dialog !== null}
				place={place}
				dialog={dialog}
				onClose={() => open(null)}
			/>
		</Page>
	);
};

const counted = (count: number) => `${count} past ${count === 1 ? 'paper' : 'papers'}`;
