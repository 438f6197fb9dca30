import { Group } from '@mantine/core';
import { IconFileText, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { examSets } from '#shared/contract/exam-sets.ts';
import { allExamSets, allPastPapers } from '#shared/contract/lists.ts';
import { type PastPaper, pastPapers } from '#shared/contract/past-papers.ts';
import { EXAM_SET } from '../../addresses.ts';
import { preflightQuery } from '../../api/preflight.ts';
import { listQuery, useItemInPlace } from '../../api/queries.ts';
import { addPapersAction } from '../../ui/add-papers-link.tsx';
import { counted } from '../../ui/counted.ts';
import { CrossListPage } from '../../ui/list/cross-list-page.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import { useView } from '../../ui/list/filter-bar.tsx';
import { SubjectFilter } from '../../ui/list/find-filter.tsx';
import { listDialogs, ResourceList } from '../../ui/list/resource-list.tsx';
import { useWide } from '../../ui/list/row.tsx';
import { useRowVerbs } from '../../ui/list/row-actions.tsx';
import { useAnyLoading } from '../../ui/loading/loading.tsx';
import { ItemMenu } from '../../ui/menu/item-menu.tsx';
import { Breadcrumb } from '../../ui/page/back-link.tsx';
import { useMayEdit } from '../../ui/page/for-editors.tsx';
import { Page } from '../../ui/page/page.tsx';
import { ItemState, PublishButton } from '../../ui/preflight/publishing.tsx';
import type { PapersPlace } from './paper-form.tsx';
import { allPapersColumns, card, examSetTable } from './paper-rows.tsx';

const [PaperDialogs, Add] = listDialogs(() => import('./paper-dialogs.tsx'), 'PaperDialogs');

/** Lists the past papers of all courses. */
export const AllPapers = () => (
	<CrossListPage
		list={allPastPapers}
		columns={allPapersColumns}
		filters={['year', 'series', 'kind', 'published', 'free', 'without_file']}
		more={{ names: ['subject_id'], fields: <SubjectFilter /> }}
		none="Past papers are added in an exam set of their course."
	/>
);

/** The specification's sentence: next to the number of papers, where there is room. */
const SENTENCE = 'Manage past papers for this exam set';

/** Lists the past papers of an exam set. */
export const PapersPage = (place: PapersPlace) => {
	const { courseId } = place;
	const { item: examSet, withNames } = useItemInPlace(allExamSets, place);
	const list = useQuery(listQuery(pastPapers, place));
	const view = useView('past-papers');
	const rows = useRowVerbs<typeof pastPapers, PastPaper>(pastPapers, place);
	const mayEdit = useMayEdit();
	const wide = useWide();
	const names = [withNames?.course_name, examSet.data?.name];
	const preflight = useQuery(preflightQuery(examSets, place));
	const loading = useAnyLoading(examSet, list, preflight);
	const edit = linkOptions({ to: EXAM_SET, params: place });
	const title =
		!loading && names.every(Boolean) ? `${names.join(' - ')} Past Papers` : 'Past Papers';
	const add = (
		<Add
			words="Add Past Paper"
			rows={rows}
			leads={view[0] === 'cards'}
			disabled={list.data === undefined}
		/>
	);
	return (
		<Page
			loading={loading}
			title={title}
			lead={withNames && `${withNames.course_name} - `}
			subtitle={!wide && SENTENCE}
			back={
				<Breadcrumb
					of={['Exam Sets', 'Exam Set']}
					place={place}
					names={{ 'Exam Set': loading ? undefined : examSet.data?.name }}
				/>
			}
			state={<ItemState resource={examSets} place={place} />}
			actions={
				!list.isLoadingError && (
					<>
						<PublishButton resource={examSets} place={place} />
						{add}
					</>
				)
			}
			more={
				examSet.data && (
					<ItemMenu
						resource={examSets}
						place={place}
						item={examSet.data}
						actions={
							mayEdit
								? [addPapersAction(courseId), { words: 'Edit', icon: IconPencil, link: edit }]
								: []
						}
					/>
				)
			}
		>
			<ResourceList
				rows={rows}
				query={list}
				label={title}
				above={
					<Group gap="xs" fz="sm" c="dimmed">
						{wide && <span>{SENTENCE}</span>}
						<span role="status">{counted(list.data?.length ?? 0, 'past paper')}</span>
					</Group>
				}
				card={card}
				table={(shown) => (
					<DataTable
						{...shown}
						{...examSetTable}
						actions={mayEdit ? examSetTable.actions : undefined}
					/>
				)}
				view={view}
				empty={{
					icon: IconFileText,
					title: mayEdit
						? 'No past papers found. Click "Add Past Paper" to create one.'
						: 'No past papers found.',
					action: add,
				}}
				dialogs={(shown) => <PaperDialogs {...shown} />}
				files
			/>
		</Page>
	);
};
