import { Title } from '@mantine/core';
import { IconBook2, IconListDetails } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import { courses } from '#shared/contract/courses.ts';
import { allSubjects } from '#shared/contract/lists.ts';
import { itemPlaceOf } from '#shared/contract/resource.ts';
import { type Subject, subjects } from '#shared/contract/subjects.ts';
import { numberOf } from '#shared/grouped.ts';
import { itemLink, SUBJECTS, TOPICS } from '../../addresses.ts';
import { itemQuery, listQuery } from '../../api/queries.ts';
import { Facts, ItemCard } from '../../ui/list/card-grid.tsx';
import type { Column } from '../../ui/list/columns.ts';
import { contentColumns, withoutBrief } from '../../ui/list/content-columns.tsx';
import { CrossListPage } from '../../ui/list/cross-list-page.tsx';
import { listDialogs, ResourceList } from '../../ui/list/resource-list.tsx';
import { editButton, linkToChildren, RowActions, useRowVerbs } from '../../ui/list/row-actions.tsx';
import { useAnyLoading } from '../../ui/loading/loading.tsx';
import { useMayEdit } from '../../ui/page/for-editors.tsx';
import { Page } from '../../ui/page/page.tsx';

type Row = Subject & { course_name?: string };

const placeOf = (row: Row) => itemPlaceOf(subjects, row);

const { name, order, updated, state, switches, unusual } = contentColumns<Row>(subjects);

const count = (header: 'Topics' | 'Papers', getCount: (row: Row) => number): Column<Row> => ({
	id: header.toLowerCase(),
	header,
	width: '6rem',
	numeric: true,
	draw: getCount,
	brief: (row) => <span>{numberOf(getCount(row), header === 'Topics' ? 'topic' : 'paper')}</span>,
});
const ofAll = [
	name({ above: true }),
	withoutBrief(order),
	count('Topics', ({ stats }) => stats.topicCount),
	count('Papers', ({ stats }) => stats.paperCount),
	state,
	updated,
];

const card = (row: Row) => (
	<ItemCard
		row={row}
		link={itemLink(subjects, row)}
		switches={switches(row)}
		badges={unusual(row)}
		actions={
			<RowActions
				row={row}
				buttons={(verbs) => [
					linkToChildren(
						'Topics',
						IconListDetails,
						row,
						linkOptions({ to: TOPICS, params: placeOf(row) }),
					),
					...editButton(verbs, row),
				]}
			/>
		}
	>
		<Facts>
			<span>Order: {row.order_num}</span>
			<span>{numberOf(row.stats.topicCount, 'topic')}</span>
			<span>{numberOf(row.stats.paperCount, 'paper')}</span>
		</Facts>
	</ItemCard>
);

const [SubjectDialog, Add] = listDialogs(() => import('./subject-dialog.tsx'), 'SubjectDialog');

/** Lists the subjects of all courses. */
export const AllSubjects = () => (
	<CrossListPage
		list={allSubjects}
		columns={ofAll}
		filters={['published', 'free']}
		none="Subjects are added in their course."
		fallback="Failed to fetch subjects"
	/>
);

interface SubjectsPageProps {
	courseId: string;
	/** Whether the URL opens the dialog that adds a subject. */
	adding?: boolean;
}

/** Lists the subjects of a course. */
export const SubjectsPage = ({ courseId, adding = false }: SubjectsPageProps) => {
	const place = { courseId };
	const navigate = useNavigate();
	const course = useQuery(itemQuery(courses, place));
	const list = useQuery(listQuery(subjects, place));
	const rows = useRowVerbs<typeof subjects, Subject>(
		subjects,
		place,
		adding ? { kind: 'add' } : null,
	);
	const mayEdit = useMayEdit();
	const loading = useAnyLoading(course, list);
	const courseName = loading ? undefined : course.data?.name;
	return (
		<Page
			loading={loading}
			title={courseName === undefined ? 'Subjects' : `Subjects for ${courseName}`}
			actions={!list.isLoadingError && <Add words="Add Subject" rows={rows} />}
		>
			<Title order={2} size="h3" mb="sm">
				Subjects
			</Title>
			<ResourceList
				rows={rows}
				query={list}
				label="Subjects"
				heading="Error loading subjects"
				fallback="Failed to fetch subjects"
				card={card}
				empty={{
					icon: IconBook2,
					title: 'No subjects available',
					text: mayEdit && 'Get started by adding your first subject',
					action: <Add words="Add First Subject" rows={rows} />,
				}}
				dialogs={(shown) => <SubjectDialog {...shown} />}
				onClosed={() => {
					if (adding) void navigate({ to: SUBJECTS, params: place, replace: true });
				}}
			/>
		</Page>
	);
};
