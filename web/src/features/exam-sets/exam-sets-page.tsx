import { Text } from '@mantine/core';
import { IconCertificate, IconCopyPlus, IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { courses } from '#shared/contract/courses.ts';
import { type ExamSet, examSets, seriesWords } from '#shared/contract/exam-sets.ts';
import { allExamSets } from '#shared/contract/lists.ts';
import { itemPlaceOf } from '#shared/contract/resource.ts';
import { PAPERS } from '../../addresses.ts';
import { itemQuery, listQuery } from '../../api/queries.ts';
import { addPapersAction } from '../../ui/add-papers-link.tsx';
import { Duplicating } from '../../ui/copy/duplicate.tsx';
import type { Column } from '../../ui/list/columns.ts';
import {
	contentColumns,
	EmptyValue,
	IdCell,
	withoutBrief,
} from '../../ui/list/content-columns.tsx';
import { CrossListPage } from '../../ui/list/cross-list-page.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import { listDialogs, ResourceList } from '../../ui/list/resource-list.tsx';
import { editButton, linkToChildren, RowActions, useRowVerbs } from '../../ui/list/row-actions.tsx';
import { useAnyLoading } from '../../ui/loading/loading.tsx';
import { RowMenu } from '../../ui/menu/menu.tsx';
import { useMayEdit } from '../../ui/page/for-editors.tsx';
import { LinkText } from '../../ui/page/links.tsx';
import { Page } from '../../ui/page/page.tsx';
import { RefreshButton } from '../../ui/page/refresh-button.tsx';
import { nextSeries } from './last-series.ts';

type Row = ExamSet & { course_name?: string };

const placeOf = (row: Row) => itemPlaceOf(examSets, row);

const { name, field, order, state, updated } = contentColumns<Row>(examSets, (row) => (
	<LinkText to={PAPERS} params={placeOf(row)}>
		Past Papers ({row.stats.paperCount})
	</LinkText>
));
const year = field('year', {
	width: '6.5rem',
	numeric: true,
	draw: ({ year: examYear, series }) => (
		<>
			{examYear}
			{series && (
				<Text size="xs" c="dimmed">
					{seriesWords[series]}
				</Text>
			)}
		</>
	),
	brief: ({ year: examYear, series }) => (
		<span>Year: {[examYear, ...(series ? [seriesWords[series]] : [])].join(' ')}</span>
	),
});
const papers: Column<Row> = {
	id: 'papers',
	header: 'Papers',
	width: '6.5rem',
	numeric: true,
	draw: (row) =>
		row.stats.paperCount === 0 ? (
			<EmptyValue />
		) : (
			<LinkText to={PAPERS} params={placeOf(row)}>
				{row.stats.paperCount}
			</LinkText>
		),
};
const id = field('id', {
	header: 'ID',
	draw: (row) => <IdCell of={row} />,
	brief: (row) => <span>ID: {row.id}</span>,
});

const actions = (row: Row) => (
	<RowActions
		row={row}
		buttons={(verbs) => [
			linkToChildren(
				'Past Papers',
				IconFileText,
				row,
				linkOptions({ to: PAPERS, params: placeOf(row) }),
			),
			...editButton(verbs, row),
		]}
	/>
);

const ofCourse = {
	columns: [name(), order, state, year, papers, id],
	sortable: ['name', 'order_num'],
	actions,
	defaultSort: 'order_num',
};
const ofAll = [
	name({ above: true }),
	withoutBrief(year),
	papers,
	withoutBrief(order),
	state,
	updated,
];

const [ExamSetDialog, Add] = listDialogs(() => import('./exam-set-page.tsx'), 'ExamSetDialog');

/** Lists the exam sets of all courses. */
export const AllExamSets = () => (
	<CrossListPage
		list={allExamSets}
		columns={ofAll}
		filters={['published', 'without_papers']}
		none="Exam sets are added in their course."
		actions={actions}
	/>
);

/** The action that copies the last exam set to the next series. */
const FROM_LAST = 'New from last series';

interface ExamSetsPageProps {
	courseId: string;
	/** Title of the button and of the dialog that add an exam set. */
	create?: 'Add Exam Set' | 'Create Exam Set';
	/** Course name in the URL, shown until the course is loaded. */
	nameInAddress?: string;
}

/** Lists the exam sets of a course, at `/examsets` and at the URL with the course name. */
export const ExamSetsPage = (props: ExamSetsPageProps) => {
	const { courseId, create = 'Add Exam Set', nameInAddress } = props;
	const course = useQuery(itemQuery(courses, { courseId }));
	const list = useQuery(listQuery(examSets, { courseId }));
	const loading = useAnyLoading(course, list);
	const rows = useRowVerbs<typeof examSets, ExamSet>(examSets, { courseId });
	const known = loading ? undefined : course.data?.name;
	const title = known ?? nameInAddress?.trim() ?? 'Exam Sets';
	const [copying, setCopying] = useState(false);
	const mayEdit = useMayEdit();
	const newest = loading ? undefined : nextSeries(list.data ?? []);
	return (
		<Page
			loading={loading}
			title={title}
			subtitle="Manage exam sets for this course"
			actions={
				<>
					<RefreshButton query={list} />
					{!list.isLoadingError && <Add words={create} rows={rows} />}
				</>
			}
			more={
				mayEdit && (
					<RowMenu
						label="More actions"
						actions={[
							addPapersAction(courseId),
							...(newest
								? [{ words: FROM_LAST, icon: IconCopyPlus, onClick: () => setCopying(true) }]
								: []),
						]}
					/>
				)
			}
		>
			<ResourceList
				rows={rows}
				query={list}
				label={`Exam sets of ${title}`}
				table={(shown) => <DataTable {...shown} {...ofCourse} />}
				empty={{
					icon: IconCertificate,
					title: 'No Exam Sets Yet',
					text: 'An exam set holds the past papers of one series, such as July 2026.',
					action: <Add words="Add First Exam Set" rows={rows} />,
				}}
				dialogs={(shown) => <ExamSetDialog {...shown} {...(!shown.item && { title: create })} />}
			/>
			<Duplicating
				source={copying && newest ? newest : null}
				onClose={() => setCopying(false)}
				resource={examSets}
				place={{ courseId }}
				title={FROM_LAST}
			/>
		</Page>
	);
};
