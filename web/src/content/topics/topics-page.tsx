import { IconPaperclip } from '@tabler/icons-react';
import { topicExtensions } from '#shared/contract/content/files.ts';
import { type Topic, topics } from '#shared/contract/content/topics.ts';
import { allTopics } from '#shared/contract/platform/lists.ts';
import { buildItemLink } from '../../addresses.ts';
import { FileCell, makeContentColumns } from '../../platform/ui/content/content-columns.tsx';
import { contentLists } from '../../platform/ui/content/content-lists.tsx';
import { BriefFile, FileLink } from '../../platform/ui/preview/file-link.tsx';
import { OnlyWide } from '../../platform/ui/row.tsx';
import { ExceptionBadges, Mark } from '../../platform/ui/table/badges.tsx';
import { EditLink, Facts, ItemCard } from '../../platform/ui/table/card-grid.tsx';
import {
	makeEditButton,
	makeEditUrlButton,
	RowActions,
	replaceFileAction,
} from '../../platform/ui/table/row-actions.tsx';

/** A topic with its course: from the API in the list of all topics, from the URL in the list of a subject. */
type Row = Topic & { course_id: string; course_name?: string; subject_name?: string };

const files = { field: 'topicUrl', extensions: topicExtensions };

const linkToTopic = (row: Row) => buildItemLink(topics, row);

const { name, field, order, opened, updated, flag, state, switches } = makeContentColumns<Row>(
	topics,
	({ topicUrl, name: topicName }) => <BriefFile url={topicUrl} itemName={topicName} />,
);
const makeFileColumn = (shows: 'name' | 'kind') =>
	field('topicUrl', {
		header: 'Resource',
		width: '9rem',
		draw: (row) => (
			<FileCell url={row.topicUrl} to={linkToTopic(row)} of={row} shows={shows} slot={files} />
		),
	});

const actions = (row: Row) => (
	<RowActions
		row={row}
		buttons={(verbs) => [
			...makeEditUrlButton(verbs, row, row.topicUrl),
			...makeEditButton(verbs, row),
		]}
		actions={(verbs) => replaceFileAction(verbs, row, files)}
	/>
);

const renderCard = (row: Row) => (
	<ItemCard
		row={row}
		link={linkToTopic(row)}
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
				buttons={(verbs) => makeEditButton(verbs, row, linkToTopic(row), 'quiet')}
				actions={(verbs) => replaceFileAction(verbs, row, files)}
			/>
		}
	>
		<Facts>
			<span>Order: {row.order_num}</span>
			<EditLink row={row} link={linkToTopic(row)} />
		</Facts>
		{row.topicUrl && (
			<OnlyWide>
				<FileLink url={row.topicUrl} brief="name" />
			</OnlyWide>
		)}
	</ItemCard>
);

/** The lists of topics: across all courses, and of a subject. */
export const { All: AllTopics, List: TopicsPage } = contentLists(allTopics, {
	dialogs: async () => (await import('./topic-form.tsx')).TopicDialogs,
	all: {
		columns: [name({ above: true }), makeFileColumn('kind'), opened, state, updated],
		filters: ['published', 'free', 'without_file'],
	},
	table: {
		columns: [
			name(),
			{ ...order, spare: true },
			makeFileColumn('name'),
			flag('free', 'Free Topic'),
			flag('published', 'Published'),
		],
	},
	actions,
	card: renderCard,
	files,
	failed: {
		heading: 'Failed to load topics',
		fallback: 'An error occurred while loading topics',
	},
	usePage: ({ asCards }) => {
		return {
			add: asCards ? 'Add Topic' : 'Add New Topic',
			shown: 'Topics',
			heading: asCards ? 'Topics' : 'Subject Topics',
			empty: {
				title: asCards ? 'No Topics Yet' : 'No topics available',
				text: 'A topic holds the study material of one part of the subject.',
			},
		};
	},
});
