import { type Topic, topics } from '#shared/contract/topics.ts';
import { OrderField } from '../../ui/fields/number-fields.tsx';
import { LinkField, NameField } from '../../ui/fields/text-fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { UNCHECKED } from '../../ui/form/use-resource-form.ts';

interface Place {
	courseId: string;
	subjectId: string;
}

/** What a dialog over the topics of a subject is open for. */
export type TopicDialog =
	| { kind: 'add'; order: number }
	| { kind: 'edit'; topic: Topic }
	| { kind: 'url'; topic: Topic };

interface TopicDialogsProps {
	opened: boolean;
	place: Place;
	dialog: TopicDialog | null;
	onClose: () => void;
}

const urlTitle = ({ name, topicUrl }: Topic) =>
	`${topicUrl === null ? 'Add' : 'Edit'} URL of ${name}`;

/** The dialogs over the topics of a subject: add one, edit one, or only its link. */
export const TopicDialogs = ({ opened, place, dialog, onClose }: TopicDialogsProps) => (
	<>
		<FormDialog
			opened={opened && dialog?.kind === 'add'}
			onClose={onClose}
			title="Add New Topic"
			resource={topics}
			place={place}
			start={{
				name: '',
				topicUrl: null,
				order_num: dialog?.kind === 'add' ? dialog.order : 1,
				isPublished: true,
				freeTopic: false,
			}}
			fallback="Failed to add topic"
			submit="Add Topic"
			pending="Adding..."
		>
			{(form) => (
				<>
					<NameField form={form} name="name" label="Topic Name" />
					<LinkField form={form} name="topicUrl" label="URL" />
					<OrderField form={form} name="order_num" fallback={1} />
				</>
			)}
		</FormDialog>
		<FormDialog
			opened={opened && dialog?.kind === 'edit'}
			onClose={onClose}
			title="Edit Topic"
			resource={topics}
			place={place}
			item={dialog?.kind === 'edit' ? dialog.topic : undefined}
			start={{ name: '', topicUrl: null, order_num: 1 }}
			fallback="An error occurred while updating the topic"
			submit="Save Changes"
		>
			{(form) => (
				<>
					<NameField form={form} name="name" label="Topic Name" />
					<LinkField form={form} name="topicUrl" label="URL" />
					<OrderField form={form} name="order_num" fallback={1} />
				</>
			)}
		</FormDialog>
		<FormDialog
			opened={opened && dialog?.kind === 'url'}
			onClose={onClose}
			title={dialog?.kind === 'url' ? urlTitle(dialog.topic) : 'Edit URL'}
			resource={topics}
			place={place}
			item={dialog?.kind === 'url' ? dialog.topic : undefined}
			start={{ topicUrl: null }}
			schema={UNCHECKED}
			fallback="An error occurred while updating the topic"
			submit="Save URL"
		>
			{(form) => <LinkField form={form} name="topicUrl" label="URL" />}
		</FormDialog>
	</>
);
