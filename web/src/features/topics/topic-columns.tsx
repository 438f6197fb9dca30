import { Text } from '@mantine/core';
import { FileLink } from '../../ui/file-link.tsx';
import { LinkText } from '../../ui/links.tsx';
import { RowSwitch } from '../../ui/row-switch.tsx';
import { columnsOf } from '../../ui/table/columns.ts';
import { TOPIC } from './addresses.ts';
import type { TopicRow } from './topic-row.ts';
import { useTopicToggle } from './use-topic-toggle.ts';

interface TopicSwitchProps {
	topic: TopicRow;
	field: 'freeTopic' | 'isPublished';
	/** What it switches: 'Free Topic'. */
	label: string;
	words?: string;
}

/** One switch of a topic, in a row or on a card. */
export const TopicSwitch = ({ topic, field, label, words }: TopicSwitchProps) => {
	const rows = useTopicToggle(topic.place);
	return (
		<RowSwitch
			on={topic[field]}
			label={`${label}: ${topic.name}`}
			onChange={(on) => rows.toggle(topic.id, { [field]: on })}
			{...(words && { words })}
		/>
	);
};

const column = columnsOf<TopicRow>();

/** The columns of 'Subject Topics'. */
export const topicColumns = column.columns([
	column.accessor('name', {
		header: 'Name',
		meta: { title: true },
		cell: ({ row: { original } }) => (
			<LinkText to={TOPIC} params={{ ...original.place, topicId: original.id }} inherit>
				{original.name}
			</LinkText>
		),
	}),
	column.accessor('order_num', { header: 'Order', meta: { numeric: true } }),
	column.accessor('topicUrl', {
		header: 'Resource',
		enableSorting: false,
		cell: ({ row: { original } }) =>
			original.topicUrl ? (
				<FileLink url={original.topicUrl} />
			) : (
				<Text size="sm" c="dimmed">
					None
				</Text>
			),
	}),
	column.accessor('freeTopic', {
		header: 'Free Topic',
		enableSorting: false,
		cell: ({ row }) => <TopicSwitch topic={row.original} field="freeTopic" label="Free Topic" />,
	}),
	column.accessor('isPublished', {
		header: 'Published',
		enableSorting: false,
		cell: ({ row }) => <TopicSwitch topic={row.original} field="isPublished" label="Published" />,
	}),
]);
