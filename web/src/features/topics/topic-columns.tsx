import { Text } from '@mantine/core';
import type { PlaceOf } from '#shared/contract/resource.ts';
import type { Topic, topics } from '#shared/contract/topics.ts';
import { FileLink } from '../../ui/file-link.tsx';
import { LinkText } from '../../ui/links.tsx';
import { RowSwitch } from '../../ui/row-switch.tsx';
import { columnsOf } from '../../ui/table/columns.ts';
import { TOPIC } from './addresses.ts';

export interface TopicSwitchProps {
	topic: Topic;
	field: 'freeTopic' | 'isPublished';
	/** What it switches: 'Free Topic'. */
	label: string;
	words?: string;
	toggle: (id: string, change: Partial<Pick<Topic, 'freeTopic' | 'isPublished'>>) => void;
}

/** One switch of a topic, in a row or on a card. */
export const TopicSwitch = ({ topic, field, label, words, toggle }: TopicSwitchProps) => (
	<RowSwitch
		on={topic[field]}
		label={`${label}: ${topic.name}`}
		onChange={(on) => toggle(topic.id, { [field]: on })}
		{...(words && { words })}
	/>
);

const column = columnsOf<Topic>();

/** The columns of 'Subject Topics'. */
export const topicColumns = (place: PlaceOf<typeof topics>, toggle: TopicSwitchProps['toggle']) =>
	column.columns([
		column.accessor('name', {
			header: 'Name',
			meta: { title: true },
			cell: ({ row: { original } }) => (
				<LinkText to={TOPIC} params={{ ...place, topicId: original.id }} inherit>
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
			cell: ({ row }) => (
				<TopicSwitch topic={row.original} field="freeTopic" label="Free Topic" toggle={toggle} />
			),
		}),
		column.accessor('isPublished', {
			header: 'Published',
			enableSorting: false,
			cell: ({ row }) => (
				<TopicSwitch topic={row.original} field="isPublished" label="Published" toggle={toggle} />
			),
		}),
	]);
