import { linkOptions } from '@tanstack/react-router';
import { topicExtensions } from '#shared/contract/files.ts';
import { type Topic, topics } from '#shared/contract/topics.ts';
import { AccessField, StatusField } from '../../ui/fields/choice-fields.tsx';
import { FileField } from '../../ui/fields/file-field.tsx';
import { OrderField } from '../../ui/fields/number-fields.tsx';
import { NameField } from '../../ui/fields/text-fields.tsx';
import { FieldColumns } from '../../ui/form/form-panel.tsx';
import { PageForm } from '../../ui/form/page-form.tsx';
import { useWayBack } from '../../ui/way-back.ts';
import { SUBJECT, TOPICS } from './addresses.ts';

interface TopicFormProps {
	place: { courseId: string; subjectId: string };
	/** The topic to edit; left out, a new one is made. */
	topic?: Topic;
	/** The order that a new topic starts with. */
	order?: number;
}

/** The form of a topic, with its content. */
export const TopicForm = ({ place, topic, order = 1 }: TopicFormProps) => {
	const toList = useWayBack(linkOptions({ to: TOPICS, params: place }), '/admin/topics');
	return (
		<PageForm
			resource={topics}
			place={place}
			item={topic}
			start={{ name: '', order_num: order, topicUrl: null, isPublished: true, freeTopic: false }}
			fallback={topic ? 'Failed to update topic' : 'Failed to add topic'}
			cancel={linkOptions({ to: SUBJECT, params: place })}
			leave={toList}
		>
			{(form) => (
				<>
					<NameField form={form} name="name" label="Topic Name" />
					<OrderField
						form={form}
						name="order_num"
						label="Display Order"
						description="Lower numbers appear first in lists."
					/>
					<FileField
						form={form}
						name="topicUrl"
						label="Content File"
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
