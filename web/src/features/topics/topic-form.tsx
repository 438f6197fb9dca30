import { linkOptions } from '@tanstack/react-router';
import { topicExtensions } from '#shared/contract/files.ts';
import { allTopics } from '#shared/contract/lists.ts';
import type { PlaceOf } from '#shared/contract/resource.ts';
import { type Topic, topics } from '#shared/contract/topics.ts';
import { SUBJECT, TOPICS } from '../../addresses.ts';
import { useBackToList } from '../../ui/back-to-list.ts';
import { AccessField, StatusField } from '../../ui/fields/choice-fields.tsx';
import { FileField } from '../../ui/fields/file-field.tsx';
import { WholeField } from '../../ui/fields/number-fields.tsx';
import { TextField } from '../../ui/fields/text-fields.tsx';
import { FieldColumns } from '../../ui/form/form-panel.tsx';
import { PageForm } from '../../ui/form/page-form.tsx';
import { useNextInList } from '../../ui/next-in-list.ts';

interface TopicFormProps {
	place: PlaceOf<typeof topics>;
	/** The topic to edit; left out, a new one is made. */
	topic?: Topic;
	/** The order that a new topic starts with. */
	order?: number;
}

/** The form of a topic, with its content. */
export const TopicForm = ({ place, topic, order = 1 }: TopicFormProps) => {
	const next = useNextInList({ id: topic?.id, list: allTopics, place });
	return (
		<PageForm
			resource={topics}
			place={place}
			item={topic}
			start={{ name: '', order_num: order, topicUrl: null, isPublished: true, freeTopic: false }}
			fallback={topic ? 'Failed to update topic' : 'Failed to add topic'}
			cancel={linkOptions({ to: SUBJECT, params: place })}
			leave={useBackToList(linkOptions({ to: TOPICS, params: place }), '/admin/topics')}
			next={next}
			file="topicUrl"
		>
			{(form) => (
				<>
					<TextField form={form} name="name" required />
					<WholeField
						form={form}
						name="order_num"
						description="Lower numbers appear first in lists."
						required
					/>
					<FileField
						form={form}
						name="topicUrl"
						currentLabel="Current content URL"
						extensions={topicExtensions}
					/>
					<FieldColumns>
						<StatusField form={form} name="isPublished" />
						<AccessField form={form} name="freeTopic" />
					</FieldColumns>
				</>
			)}
		</PageForm>
	);
};
