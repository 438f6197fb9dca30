import { topicExtensions } from '#shared/contract/file-types.ts';
import type { PlaceOf } from '#shared/contract/resource.ts';
import { type Topic, topics } from '#shared/contract/topics.ts';
import { WholeField } from '../../ui/fields/number-fields.tsx';
import { LinkField, TextField } from '../../ui/fields/text-fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { LinkDialog } from '../../ui/form/link-dialog.tsx';
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
	const { opened, kind, item, order, ...rest } = props;
	const isLink = kind === 'url' || kind === 'file';
	return (
		<>
			<FormDialog
				{...rest}
				{...(item ? editing : adding)}
				opened={opened && !isLink}
				resource={topics}
				item={isLink ? undefined : item}
				start={{ name: '', topicUrl: null, order_num: order }}
			>
				{(form) => (
					<>
						<TextField form={form} name="name" required />
						<LinkField form={form} name="topicUrl" label="URL" />
						<WholeField form={form} name="order_num" label="Order" fallback={1} required />
					</>
				)}
			</FormDialog>
			<LinkDialog
				{...rest}
				{...editing}
				opened={opened && isLink}
				resource={topics}
				item={item}
				field="topicUrl"
				file={kind === 'file' ? topicExtensions : undefined}
			/>
		</>
	);
};
