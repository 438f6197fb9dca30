import { IconLink, IconLinkPlus, IconPencil, IconTrash } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import type { PlaceOf } from '#shared/contract/resource.ts';
import { type Topic, topics } from '#shared/contract/topics.ts';
import { CardGrid } from '../../ui/card-grid.tsx';
import { ConfirmDelete } from '../../ui/confirm-delete.tsx';
import { ForEditors, useMayEdit } from '../../ui/for-editors.tsx';
import { LinkButton } from '../../ui/links.tsx';
import type { View } from '../../ui/list/view-switch.tsx';
import { RowButton, RowIcon } from '../../ui/row-busy.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { TOPIC } from './addresses.ts';
import { TopicCard } from './topic-card.tsx';
import { topicColumns } from './topic-columns.tsx';
import type { TopicDialog } from './topic-dialogs.tsx';
import { useTopicToggle } from './use-topic-toggle.ts';

interface TopicListProps {
	place: PlaceOf<typeof topics>;
	rows: Topic[];
	view: View;
	open: (dialog: TopicDialog) => void;
}

const RemoveTopic = ({ topic, doom }: { topic: Topic; doom: (topic: Topic) => void }) => (
	<RowIcon label={`Delete ${topic.name}`} icon={IconTrash} dangerous onClick={() => doom(topic)} />
);

/** The topics of a subject as cards or as the table 'Subject Topics', each with what can be done. */
export const TopicList = ({ place, rows, view, open }: TopicListProps) => {
	const [doomed, doom] = useState<Topic | null>(null);
	const { isBusy, toggle } = useTopicToggle(place);
	const mayEdit = useMayEdit();
	const { courseId, subjectId } = place;
	const columns = useMemo(
		() => topicColumns({ courseId, subjectId }, toggle),
		[courseId, subjectId, toggle],
	);
	const card = useCallback(
		(topic: Topic) => {
			const at = { courseId, subjectId };
			return (
				<TopicCard
					topic={topic}
					place={at}
					toggle={toggle}
					actions={
						<ForEditors>
							<LinkButton
								to={TOPIC}
								params={{ ...at, topicId: topic.id }}
								variant="light"
								size="xs"
								aria-label={`Edit ${topic.name}`}
							>
								Edit
							</LinkButton>
							<RemoveTopic topic={topic} doom={doom} />
						</ForEditors>
					}
				/>
			);
		},
		[courseId, subjectId, toggle],
	);
	const inRow = useCallback(
		(topic: Topic) => (
			<>
				<RowIcon
					label={`Edit ${topic.name}`}
					icon={IconPencil}
					onClick={() => open({ kind: 'edit', topic })}
				/>
				<RowButton
					variant="subtle"
					size="xs"
					leftSection={
						topic.topicUrl ? (
							<IconLink size={16} aria-hidden />
						) : (
							<IconLinkPlus size={16} aria-hidden />
						)
					}
					aria-label={`${topic.topicUrl ? 'Edit URL' : 'Add URL'} of ${topic.name}`}
					onClick={() => open({ kind: 'url', topic })}
				>
					{topic.topicUrl ? 'Edit URL' : 'Add URL'}
				</RowButton>
				<RemoveTopic topic={topic} doom={doom} />
			</>
		),
		[open],
	);

	return (
		<>
			{view === 'cards' ? (
				<CardGrid label="Topics" rows={rows} isBusy={({ id }) => isBusy(id)}>
					{card}
				</CardGrid>
			) : (
				<DataTable
					label="Subject Topics"
					columns={columns}
					rows={rows}
					defaultSort="order_num"
					isBusy={({ id }) => isBusy(id)}
					actions={mayEdit ? inRow : undefined}
				/>
			)}
			<ConfirmDelete item={doomed} onClose={() => doom(null)} resource={topics} place={place} />
		</>
	);
};
