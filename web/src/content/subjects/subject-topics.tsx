import { Anchor, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PlaceOf } from '#shared/contract/content/resource.ts';
import { type Topic, topics } from '#shared/contract/content/topics.ts';
import { buildNewItemLink, listLink, SUBJECT_EXAM_SETS, TOPIC, TOPICS } from '../../addresses.ts';
import { listQuery } from '../../platform/api/queries.ts';
import { getFileKind } from '../../platform/ui/files/file-words.ts';
import { Loaded } from '../../platform/ui/loading/loaded.tsx';
import { LinkText, MoreLink } from '../../platform/ui/page/links.tsx';
import { Line, Section, ShortLines } from '../../platform/ui/page/section.tsx';
import { ExceptionBadges } from '../../platform/ui/table/badges.tsx';

/** Maximum rows, more than most subjects have; the full list has its own page. */
const SHOWN = 50;

const TopicFile = ({ topic: { name, topicUrl } }: { topic: Topic }) => {
	if (topicUrl === null) return 'No file';
	const words = getFileKind(topicUrl);
	return (
		<Anchor
			href={topicUrl}
			target="_blank"
			rel="noreferrer"
			inherit
			aria-label={`${words} of ${name}`}
		>
			{words}
		</Anchor>
	);
};

/** Lists the topics of a subject in their order, with their files and badges for draft and free topics. */
export const SubjectTopics = (place: PlaceOf<typeof topics>) => {
	const list = useQuery(listQuery(topics, place));
	return (
		<Section
			title="Topics"
			aside={
				// On narrow screens the links wrap below the heading: align their text with it.
				<Group gap={0} mx={-14}>
					<MoreLink to={SUBJECT_EXAM_SETS} params={place}>
						View Exam Sets
					</MoreLink>
					<MoreLink to={TOPICS} params={place}>
						View Topics
					</MoreLink>
				</Group>
			}
		>
			<Loaded
				query={list}
				loading="Loading topics..."
				heading="Failed to load topics"
				fallback="An error occurred while loading topics"
			>
				{(rows) => (
					<ShortLines
						label="Topics in display order"
						rows={rows}
						most={SHOWN}
						all={listLink(topics, place)}
						none={['No topics yet.', 'Add First Topic', buildNewItemLink(topics, place)]}
					>
						{(topic) => (
							<Line
								key={topic.id}
								name={
									<LinkText to={TOPIC} params={{ ...place, topicId: topic.id }}>
										{topic.name}
									</LinkText>
								}
								about={<TopicFile topic={topic} />}
							>
								<ExceptionBadges
									published={topic.isPublished}
									from={topic.visible_from}
									free={topic.freeTopic}
								/>
							</Line>
						)}
					</ShortLines>
				)}
			</Loaded>
		</Section>
	);
};
