import { Badge } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { PlaceOf } from '#shared/contract/resource.ts';
import type { Topic, topics } from '#shared/contract/topics.ts';
import { AccessBadge, StatusBadge } from '../../ui/badges.tsx';
import { ItemCard } from '../../ui/card-grid.tsx';
import { FileLink } from '../../ui/file-link.tsx';
import { LinkText } from '../../ui/links.tsx';
import { TOPIC } from './addresses.ts';
import { TopicSwitch, type TopicSwitchProps } from './topic-columns.tsx';
import classes from './topics.module.css';

interface TopicCardProps {
	topic: Topic;
	place: PlaceOf<typeof topics>;
	toggle: TopicSwitchProps['toggle'];
	actions: ReactNode;
}

/** One topic as a card. */
export const TopicCard = ({ topic, place, toggle, actions }: TopicCardProps) => {
	const { id, name, order_num, topicUrl, isPublished, freeTopic } = topic;
	return (
		<ItemCard
			id={id}
			name={
				<LinkText to={TOPIC} params={{ ...place, topicId: id }} inherit>
					{name}
				</LinkText>
			}
			badges={
				<>
					{freeTopic && <AccessBadge free />}
					{!isPublished && <StatusBadge published={false} />}
					{topicUrl && (
						<Badge color="gray" leftSection={<IconPaperclip size={13} aria-hidden />}>
							Has Content
						</Badge>
					)}
				</>
			}
			actions={actions}
		>
			<p className={classes.facts}>Order: {order_num}</p>
			{topicUrl && <FileLink url={topicUrl} />}
			<div className={classes.switches}>
				<TopicSwitch
					topic={topic}
					field="isPublished"
					label="Published"
					words="Published"
					toggle={toggle}
				/>
				<TopicSwitch
					topic={topic}
					field="freeTopic"
					label="Free Topic"
					words="Free"
					toggle={toggle}
				/>
			</div>
		</ItemCard>
	);
};
