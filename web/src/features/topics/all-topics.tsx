import { Text } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { allTopics } from '#shared/contract/lists.ts';
import type { z } from '#shared/zod.ts';
import { CrossListPage } from '../../ui/cross-list/cross-list-page.tsx';
import { StateBadges } from '../../ui/cross-list/state-badges.tsx';
import { Day } from '../../ui/day.tsx';
import { FileLink } from '../../ui/file-link.tsx';
import { LinkText } from '../../ui/links.tsx';
import { columnsOf } from '../../ui/table/columns.ts';
import { SUBJECTS, TOPIC, TOPICS } from './addresses.ts';

type Row = z.infer<typeof allTopics.item>;

const placeOf = ({ course_id, subject_id }: Row) => ({
	courseId: course_id,
	subjectId: subject_id,
});

const column = columnsOf<Row>();

const columns = column.columns([
	column.accessor('name', {
		header: 'Name',
		meta: { title: true },
		cell: ({ row: { original } }) => (
			<LinkText to={TOPIC} params={{ ...placeOf(original), topicId: original.id }} inherit>
				{original.name}
			</LinkText>
		),
	}),
	column.accessor('subject_name', {
		header: 'Subject',
		enableSorting: false,
		cell: ({ row: { original } }) => (
			<LinkText to={TOPICS} params={placeOf(original)} c="dimmed" inherit>
				{original.subject_name}
			</LinkText>
		),
	}),
	column.accessor('course_name', {
		header: 'Course',
		enableSorting: false,
		cell: ({ row: { original } }) => (
			<LinkText to={SUBJECTS} params={{ courseId: original.course_id }} c="dimmed" inherit>
				{original.course_name}
			</LinkText>
		),
	}),
	column.accessor('topicUrl', {
		header: 'Resource',
		meta: { width: '10.5rem' },
		enableSorting: false,
		cell: ({ row: { original } }) =>
			original.topicUrl ? (
				<FileLink url={original.topicUrl} brief />
			) : (
				<Text size="sm" c="dimmed">
					None
				</Text>
			),
	}),
	column.accessor('isPublished', {
		header: 'Status',
		meta: { width: '8rem' },
		enableSorting: false,
		cell: ({ row: { original } }) => (
			<StateBadges published={original.isPublished} free={original.freeTopic} />
		),
	}),
	column.accessor('updated_at', {
		header: 'Updated',
		sortDescFirst: true,
		meta: { width: '8.5rem' },
		cell: ({ row }) => <Day at={row.original.updated_at} />,
	}),
]);

/** The topics of all courses. */
export const AllTopics = () => (
	<CrossListPage
		list={allTopics}
		title="Topics"
		noun="topics"
		icon={IconListDetails}
		columns={columns}
		filters={['published', 'free']}
		none="Topics are added in a subject of their course."
		heading="Failed to load topics"
		fallback="An error occurred while loading topics"
	/>
);
