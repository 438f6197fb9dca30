import { linkOptions } from '@tanstack/react-router';
import { topicExtensions } from '#shared/contract/files.ts';
import { type Topic, topics } from '#shared/contract/topics.ts';
import type { Versioned } from '../../api/query-keys.ts';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { AccessField, StatusField } from '../../ui/fields/choice-fields.tsx';
import { FileField } from '../../ui/fields/file-field.tsx';
import { OrderField } from '../../ui/fields/number-fields.tsx';
import { NameField } from '../../ui/fields/text-fields.tsx';
import { EntryForm } from '../../ui/form/entry-form.tsx';
import { FieldColumns, FormPanel } from '../../ui/form/form-panel.tsx';
import { SaveBar } from '../../ui/form/save-bar.tsx';
import { useEntry } from '../../ui/form/use-entry.ts';
import { LinkButton } from '../../ui/links.tsx';
import { useWayBack } from '../../ui/way-back.ts';
import { SUBJECT, TOPICS } from './addresses.ts';

interface TopicFormProps {
	place: { courseId: string; subjectId: string };
	/** The topic to edit; left out, a new one is made. */
	topic?: Versioned<Topic>;
	/** The order that a new topic starts with. */
	order?: number;
}

/** The form of a topic, with its content. */
export const TopicForm = ({ place, topic, order = 1 }: TopicFormProps) => {
	const toList = useWayBack(linkOptions({ to: TOPICS, params: place }), '/admin/topics');
	const entry = useEntry({
		resource: topics,
		place,
		base: topic,
		start: { name: '', order_num: order, topicUrl: null, isPublished: true, freeTopic: false },
		fallback: topic ? 'Failed to update topic' : 'Failed to add topic',
		onSaved: toList,
	});
	return (
		<FormPanel>
			<EntryForm entry={entry}>
				<NameField entry={entry} name="name" label="Topic Name" />
				<OrderField
					entry={entry}
					name="order_num"
					label="Display Order"
					description="Lower numbers appear first in lists."
				/>
				<FileField
					entry={entry}
					name="topicUrl"
					label="Content File"
					currentLabel="Current content URL"
					extensions={topicExtensions}
				/>
				<FieldColumns>
					<StatusField entry={entry} name="isPublished" />
					<AccessField entry={entry} name="freeTopic" />
				</FieldColumns>
				<SaveBar
					entry={entry}
					submit="Save Topic"
					cancel={
						<LinkButton to={SUBJECT} params={place} variant="default">
							Cancel
						</LinkButton>
					}
					danger={
						topic && (
							<DeleteButton
								item={topic.item}
								resource={topics}
								place={place}
								fallback="Failed to delete topic"
								onDeleted={() => {
									entry.drop();
									toList();
								}}
							>
								Delete Topic
							</DeleteButton>
						)
					}
				/>
			</EntryForm>
		</FormPanel>
	);
};
