import { Title } from '@mantine/core';
import { IconListDetails, IconPaperclip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { topicExtensions } from '#shared/contract/files.ts';
import { allSubjects, allTopics } from '#shared/contract/lists.ts';
import type { PlaceOf } from '#shared/contract/resource.ts';
import { type Topic, topics } from '#shared/contract/topics.ts';
import { itemLink } from '../../addresses.ts';
import { listQuery, useItemInPlace } from '../../api/queries.ts';
import { BriefFile, FileLink } from '../../ui/files/file-link.tsx';
import { ExceptionBadges, Mark } from '../../ui/list/badges.tsx';
import { Facts, ItemCard } from '../../ui/list/card-grid.tsx';
import { contentColumns, FileCell } from '../../ui/list/content-columns.tsx';
import { CrossListPage } from '../../ui/list/cross-list-page.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import { useView } from '../../ui/list/filter-bar.tsx';
import { listDialogs, ResourceList } from '../../ui/list/resource-list.tsx';
import { OnlyWide } from '../../ui/list/row.tsx';
import {
	editButton,
	editUrlButton,
	RowActions,
	replaceFileAction,
	useRowVerbs,
} from '../../ui/list/row-actions.tsx';
import { useAnyLoading } from '../../ui/loading/loading.tsx';
import { Breadcrumb } from '../../ui/page/back-link.tsx';
import { useMayEdit } from '../../ui/page/for-editors.tsx';
import { Page } from '../../ui/page/page.tsx';

/** A topic with its course: from the API in the list of all topics, from the URL in the list of a subject. */
type Row = Topic & { course_id: string; course_name?: string; subject_name?: string };

const topicAt = (row: Row) => itemLink(topics, row);

const { name, field, order, updated, flag, state, switches } = contentColumns<Row>(
	topics,
	({ topicUrl, name: topicName }) => <BriefFile url={topicUrl} of={topicName} />,
);
const file = (shows: 'name' | 'kind') =>
	field('topicUrl', {
		header: 'Resource',
		width: '11rem',
		draw: (row) => <FileCell url={row.topicUrl} to={topicAt(row)} name={row.name} shows={shows} />,
	});
const ofSubject = {
	columns: [
		name(),
		order,
		file('name'),
		flag('free', 'Free Topic'),
		flag('published', 'Published'),
	],
	sortable: ['name', 'order_num'],
	actions: (row: Row) => (
		<RowActions
			row={row}
			buttons={(verbs) => [...editButton(verbs, row), ...editUrlButton(verbs, row, row.topicUrl)]}
			actions={(verbs) => replaceFileAction(verbs, row, row.topicUrl, topicExtensions)}
		/>
	),
	defaultSort: 'order_num',
};
const ofAll = [name({ above: true }), file('kind'), state, updated];

const card = (row: Row) => (
	<ItemCard
		row={row}
		link={topicAt(row)}
		switches={switches(row, 'Free Topic')}
		badges={
			<>
				<ExceptionBadges published={row.isPublished} from={row.visible_from} free={row.freeTopic} />
				{row.topicUrl && <Mark icon={IconPaperclip}>Has Content</Mark>}
			</>
		}
		actions={
			<RowActions
				row={row}
				buttons={(verbs) => editButton(verbs, row, topicAt(row))}
				actions={(verbs) => replaceFileAction(verbs, row, row.topicUrl, topicExtensions)}
			/>
		}
	>
		<Facts>
			<span>Order: {row.order_num}</span>
		</Facts>
		{row.topicUrl && (
			<OnlyWide>
				<FileLink url={row.topicUrl} />
			</OnlyWide>
		)}
	</ItemCard>
);

const [TopicDialogs, Add] = listDialogs(() => import('./topic-dialogs.tsx'), 'TopicDialogs');

/** Lists the topics of all courses. */
export const AllTopics = () => (
	<CrossListPage
		list={allTopics}
		columns={ofAll}
		filters={['published', 'free', 'without_file']}
		none="Topics are added in a subject of their course."
		heading="Failed to load topics"
		fallback="An error occurred while loading topics"
	/>
);

/** Lists the topics of a subject. */
export const TopicsPage = (place: PlaceOf<typeof topics>) => {
	const { courseId } = place;
	const { item: subject } = useItemInPlace(allSubjects, { ...place });
	const list = useQuery({
		...listQuery(topics, place),
		select: useCallback(
			(list: Topic[]) => list.map((topic): Row => ({ ...topic, course_id: courseId })),
			[courseId],
		),
	});
	const view = useView('topics');
	const rows = useRowVerbs<typeof topics, Row>(topics, place);
	const mayEdit = useMayEdit();
	const loading = useAnyLoading(subject, list);
	const subjectName = loading ? undefined : subject.data?.name;
	const asCards = view[0] === 'cards';
	const add = (
		<Add
			words={asCards ? 'Add Topic' : 'Add New Topic'}
			rows={rows}
			leads={asCards}
			disabled={list.data === undefined}
		/>
	);
	return (
		<Page
			loading={loading}
			title={subjectName === undefined ? 'Topics' : `Topics of ${subjectName}`}
			back={
				<Breadcrumb
					of={['Back to Subjects', 'Subject']}
					place={place}
					names={{ Subject: subjectName }}
				/>
			}
			actions={!list.isLoadingError && add}
		>
			<ResourceList
				rows={rows}
				query={list}
				label={asCards ? 'Topics' : 'Subject Topics'}
				heading="Failed to load topics"
				fallback="An error occurred while loading topics"
				above={
					<Title order={2} size="h3">
						{asCards ? 'Topics' : 'Subject Topics'}
					</Title>
				}
				card={card}
				table={(shown) => (
					<DataTable {...shown} {...ofSubject} actions={mayEdit ? ofSubject.actions : undefined} />
				)}
				view={view}
				empty={{
					icon: IconListDetails,
					title: asCards ? 'No Topics Yet' : 'No topics available',
					text: 'A topic holds the study material of one part of the subject.',
					action: add,
				}}
				dialogs={(shown) => <TopicDialogs {...shown} />}
				files
			/>
		</Page>
	);
};
