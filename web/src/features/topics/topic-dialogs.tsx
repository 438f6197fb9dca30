import { topicExtensions } from '#shared/contract/files.ts';
import type { PlaceOf } from '#shared/contract/resource.ts';
import { type Topic, topics } from '#shared/contract/topics.ts';
import { LinkField, TextField, WholeField } from '../../ui/fields/text-fields.tsx';
import { ItemFormDialog, LinkDialog } from '../../ui/form/item-form.tsx';
import type { ListDialogsProps } from '../../ui/list/resource-list.tsx';

const adding = {
	title: 'Add New Topic',
	fallback: 'Failed to add topic',
	submit: 'Add Topic',
	pending: 'Adding...',
};
const editing = { fallback: 'An error occurred while updating the topic' };

/** Renders the dialogs over the topics of a subject: add a topic, edit one, or change its link or file. */
export const TopicDialogs = (props: ListDialogsProps<Topic, PlaceOf<typeof topics>>) => {
	const { opened, kind, item, order, file, ...rest } = props;
	const isLink = kind === 'url' || kind === 'file';
	return (
		<>
			<ItemFormDialog
				{...rest}
				{...(item ? editing : adding)}
				opened={opened && !isLink}
				resource={topics}
				item={isLink ? undefined : item}
				start={{ name: '', topicUrl: null, order_num: order }}
			>
				<TextField name="name" required />
				<LinkField name="topicUrl" label="URL" />
				<WholeField name="order_num" label="Order" fallback={1} required />
			</ItemFormDialog>
			<LinkDialog
				{...rest}
				{...editing}
				opened={opened && isLink}
				resource={topics}
				item={item}
				field="topicUrl"
				extensions={kind === 'file' ? topicExtensions : undefined}
				file={file}
			/>
		</>
	);
};
