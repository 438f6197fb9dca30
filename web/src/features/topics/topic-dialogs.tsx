import type { PlaceOf } from '#shared/contract/resource.ts';
import { type Topic, topics } from '#shared/contract/topics.ts';
import { WholeField } from '../../ui/fields/number-fields.tsx';
import { LinkField, TextField } from '../../ui/fields/text-fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { ResourceForm } from '../../ui/form/resource-form.ts';
import { UNCHECKED } from '../../ui/form/use-resource-form.ts';
import type { ListDialogsProps } from '../../ui/list/resource-list.tsx';

type Quick = Pick<Topic, 'name' | 'topicUrl' | 'order_num'>;

const QuickFields = <V extends Quick>({
	form,
}: {
	form: ResourceForm<V & Record<string, never>>;
}) => (
	<>
		<TextField form={form} name="name" required />
		<LinkField form={form} name="topicUrl" label="URL" />
		<WholeField form={form} name="order_num" label="Order" fallback={1} required />
	</>
);

/** The dialogs over the topics of a subject: add one, edit one, or only its link. */
export const TopicDialogs = (props: ListDialogsProps<Topic, PlaceOf<typeof topics>>) => {
	const { opened, dialog, order, ...rest } = props;
	const row = dialog && dialog.kind !== 'add' ? dialog.row : undefined;
	const shared = { ...rest, resource: topics };
	const update = { ...shared, item: row, fallback: 'An error occurred while updating the topic' };
	return (
		<>
			<FormDialog
				{...shared}
				opened={opened && dialog?.kind === 'add'}
				title="Add New Topic"
				start={topics.start(order)}
				fallback="Failed to add topic"
				submit="Add Topic"
				pending="Adding..."
			>
				{(form) => <QuickFields form={form as never} />}
			</FormDialog>
			<FormDialog
				{...update}
				opened={opened && dialog?.kind === 'edit'}
				start={{ name: '', topicUrl: null, order_num: 1 }}
			>
				{(form) => <QuickFields form={form as never} />}
			</FormDialog>
			<FormDialog
				{...update}
				opened={opened && dialog?.kind === 'url'}
				title={`${row?.topicUrl === null ? 'Add' : 'Edit'} URL of ${row?.name}`}
				start={{ topicUrl: null }}
				schema={UNCHECKED}
				submit="Save URL"
			>
				{(form) => <LinkField form={form} name="topicUrl" label="URL" />}
			</FormDialog>
		</>
	);
};
