import { IconListDetails } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import { getItemPlace } from '#shared/contract/content/resource.ts';
import { type Subject, subjects } from '#shared/contract/content/subjects.ts';
import { allSubjects } from '#shared/contract/platform/lists.ts';
import { formatCount } from '#shared/grouped.ts';
import { buildItemLink, TOPICS } from '../../addresses.ts';
import { makeContentColumns, removeBrief } from '../../platform/ui/content/content-columns.tsx';
import { contentLists } from '../../platform/ui/content/content-lists.tsx';
import { Facts, ItemCard } from '../../platform/ui/table/card-grid.tsx';
import type { Column } from '../../platform/ui/table/columns.ts';
import {
	ButtonsOf,
	linkToChildren,
	makeEditButton,
	RowMore,
} from '../../platform/ui/table/row-actions.tsx';

type Row = Subject & { course_name?: string };

const getPlace = (row: Row) => getItemPlace(subjects, row);

const { name, order, updated, state, switches, unusual } = makeContentColumns<Row>(subjects);

const count = (header: 'Topics' | 'Papers', getCount: (row: Row) => number): Column<Row> => ({
	id: header.toLowerCase(),
	header,
	width: '6rem',
	numeric: true,
	draw: getCount,
	brief: (row) => (
		<span>{formatCount(getCount(row), header === 'Topics' ? 'topic' : 'paper')}</span>
	),
});
const ofAll = [
	name({ above: true }),
	{ ...removeBrief(order), spare: true },
	count('Topics', ({ stats }) => stats.topicCount),
	count('Papers', ({ stats }) => stats.paperCount),
	state,
	updated,
];

const linkToTopics = (row: Row) =>
	linkToChildren(
		'Topics',
		IconListDetails,
		row,
		linkOptions({ to: TOPICS, params: getPlace(row) }),
	);

const renderCard = (row: Row) => (
	<ItemCard
		row={row}
		link={buildItemLink(subjects, row)}
		switches={switches(row)}
		badges={unusual(row)}
		actions={
			<>
				<ButtonsOf buttons={(verbs) => makeEditButton(verbs, row)} row={row} />
				<RowMore
					row={row}
					buttons={(verbs) => [linkToTopics(row), ...makeEditButton(verbs, row)]}
				/>
			</>
		}
	>
		<Facts>
			<span>Order: {row.order_num}</span>
			<span>{formatCount(row.stats.topicCount, 'topic')}</span>
			<span>{formatCount(row.stats.paperCount, 'paper')}</span>
			<ButtonsOf buttons={() => [linkToTopics(row)]} />
		</Facts>
	</ItemCard>
);

/** The lists of subjects: across all courses, and of a course. */
export const { All: AllSubjects, List: SubjectsPage } = contentLists(allSubjects, {
	dialogs: async () => (await import('./subject-dialog.tsx')).SubjectDialog,
	all: { columns: ofAll, filters: ['published', 'free'] },
	failed: { heading: 'Error loading subjects', fallback: 'Failed to fetch subjects' },
	card: renderCard,
	usePage: ({ names: { course_name }, mayEdit }) => ({
		title: course_name === undefined ? 'Subjects' : `Subjects for ${course_name}`,
		shown: 'Subjects',
		addFirst: 'Add First Subject',
		heading: 'Subjects',
		empty: {
			title: 'No subjects available',
			text: mayEdit && 'Get started by adding your first subject',
		},
	}),
});
