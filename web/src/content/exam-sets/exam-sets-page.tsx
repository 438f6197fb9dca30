import { IconCopyPlus, IconFileText } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { type ExamSet, examSets, seriesWords } from '#shared/contract/content/exam-sets.ts';
import { getItemPlace } from '#shared/contract/content/resource.ts';
import { allExamSets } from '#shared/contract/platform/lists.ts';
import { PAPERS } from '../../addresses.ts';
import { useAddPapersAction } from '../../platform/ui/content/add-papers-link.tsx';
import {
	EmptyValue,
	IdCell,
	makeContentColumns,
	removeBrief,
} from '../../platform/ui/content/content-columns.tsx';
import { contentLists } from '../../platform/ui/content/content-lists.tsx';
import { Duplicating } from '../../platform/ui/copy/duplicate.tsx';
import { RowMenu } from '../../platform/ui/menu/menu.tsx';
import { LinkText } from '../../platform/ui/page/links.tsx';
import { RefreshButton } from '../../platform/ui/page/refresh-button.tsx';
import type { Column } from '../../platform/ui/table/columns.ts';
import {
	linkToChildren,
	makeEditButton,
	RowActions,
} from '../../platform/ui/table/row-actions.tsx';
import { findNextSeries } from './last-series.ts';

type Row = ExamSet & { course_name?: string };

const getPlace = (row: Row) => getItemPlace(examSets, row);

const { name, field, order, state, updated } = makeContentColumns<Row>(examSets, (row) => (
	<LinkText to={PAPERS} params={getPlace(row)}>
		Past Papers ({row.stats.paperCount})
	</LinkText>
));
const year = field('year', {
	width: '9.5rem',
	draw: ({ year: examYear, series }) => (
		<span className="unbroken">
			{examYear} {series && <span className="quiet small">{seriesWords[series]}</span>}
		</span>
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
			<LinkText to={PAPERS} params={getPlace(row)}>
				{row.stats.paperCount}
			</LinkText>
		),
};
const id = field('id', {
	header: 'ID',
	spare: true,
	draw: (row) => <IdCell of={row} />,
	brief: (row) => <span title={row.id}>ID: …{row.id.slice(-8)}</span>,
});

const renderActions = (row: Row) => (
	<RowActions
		row={row}
		buttons={(verbs) => [
			linkToChildren(
				'Past Papers',
				IconFileText,
				row,
				linkOptions({ to: PAPERS, params: getPlace(row) }),
			),
			...makeEditButton(verbs, row),
		]}
	/>
);

/** The action that copies the last exam set to the next series. */
const FROM_LAST = 'New from last series';

interface ExamSetsProps {
	/** Title of the button and of the dialog that add an exam set. */
	create?: 'Add Exam Set' | 'Create Exam Set';
	/** Course name in the URL, shown until the course is loaded. */
	nameInAddress?: string;
}

/** The lists of exam sets: across all courses, and of a course, at `/examsets` and at the URL with the course name. */
export const { All: AllExamSets, List: ExamSetsPage } = contentLists(allExamSets, {
	dialogs: async () => (await import('./exam-set-page.tsx')).ExamSetDialog,
	all: {
		columns: [
			name({ above: true }),
			removeBrief(year),
			papers,
			{ ...removeBrief(order), spare: true },
			state,
			updated,
		],
		filters: ['published', 'without_papers'],
		actions: renderActions,
	},
	table: { columns: [name(), { ...order, spare: true }, state, year, papers, id] },
	actions: renderActions,
	hasLinks: true,
	usePage: ({ place, names, list, mayEdit }, props: ExamSetsProps) => {
		const title = names.course_name ?? props.nameInAddress?.trim() ?? 'Exam Sets';
		const addPapers = useAddPapersAction(place.courseId);
		const [copying, setCopying] = useState(false);
		const newest = findNextSeries(list.data ?? []);
		const copyNewest = { words: FROM_LAST, icon: IconCopyPlus, onClick: () => setCopying(true) };
		return {
			title,
			shown: '',
			subtitle: 'Manage exam sets for this course',
			add: props.create ?? 'Add Exam Set',
			addFirst: 'Add First Exam Set',
			label: `Exam Sets of ${title}`,
			actions: <RefreshButton query={list} />,
			more: mayEdit && (
				<RowMenu label="More actions" actions={[...addPapers, ...(newest ? [copyNewest] : [])]} />
			),
			empty: { text: 'An exam set holds the past papers of one series, such as July 2026.' },
			after: (
				<Duplicating
					source={copying && newest ? newest : null}
					onClose={() => setCopying(false)}
					resource={examSets}
					place={place}
					title={FROM_LAST}
				/>
			),
		};
	},
});
