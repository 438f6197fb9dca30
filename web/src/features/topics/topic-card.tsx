import { Badge } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AccessBadge, StatusBadge } from '../../ui/badges.tsx';
import { ItemCard } from '../../ui/card-grid.tsx';
import { FileLink } from '../../ui/file-link.tsx';
import { LinkText } from '../../ui/links.tsx';
import { TOPIC } from './addresses.ts';
import { TopicSwitch } from './topic-columns.tsx';
import type { TopicRow } from './topic-row.ts';
import classes from './topics.module.css';
import { useTopicToggle } from './use-topic-toggle.ts';

/** One topic as a card. */
export const TopicCard = ({ topic, actions }: { topic: TopicRow; actions: ReactNode }) => {
	const { id, name, order_num, topicUrl, isPublished, freeTopic, place } = topic;
	return (
		<ItemCard
			id={id}
			busy={useTopicToggle(place).isBusy(id)}
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
				<TopicSwitch topic={topic} field="isPublished" label="Published" words="Published" />
				<TopicSwitch topic={topic} field="freeTopic" label="Free Topic" words="Free" />
			</div>
		</ItemCard>
	);
};
