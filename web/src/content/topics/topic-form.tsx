import { Flex, Stack, Text } from '@mantine/core';
import { linkOptions } from '@tanstack/react-router';
import { topicExtensions } from '#shared/contract/content/files.ts';
import type { PlaceOf } from '#shared/contract/content/resource.ts';
import { type Topic, topics } from '#shared/contract/content/topics.ts';
import { allTopics } from '#shared/contract/platform/lists.ts';
import { SUBJECT } from '../../addresses.ts';
import { contentPages } from '../../platform/ui/content/content-pages.tsx';
import { LinkDialog } from '../../platform/ui/content/link-dialog.tsx';
import { FactCards } from '../../platform/ui/facts.tsx';
import { AccessField, StatusField } from '../../platform/ui/fields/choice-fields.tsx';
import { FileField } from '../../platform/ui/fields/file-field.tsx';
import { VisibleFromField } from '../../platform/ui/fields/moment-field.tsx';
import { OrderField } from '../../platform/ui/fields/order-field.tsx';
import { LinkField, TextField, WholeField } from '../../platform/ui/fields/text-fields.tsx';
import { FieldColumns } from '../../platform/ui/form/form-panel.tsx';
import { ItemFormDialog } from '../../platform/ui/form/item-form.tsx';
import { useMayEdit } from '../../platform/ui/page/for-editors.tsx';
import type { ListDialogsProps } from '../../platform/ui/table/resource-list.tsx';

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
	const isLink = kind === 'url';
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
				<OrderField resource={topics} place={rest.place} item={item} label="Order" fallback={1} />
			</ItemFormDialog>
			<LinkDialog
				{...rest}
				{...editing}
				opened={opened && isLink}
				resource={topics}
				item={item}
				field="topicUrl"
			/>
		</>
	);
};

/** The page that edits a topic, or adds one to a subject. */
export const { Item: TopicPage } = contentPages(allTopics, {
	fields: () => (
		<>
			<TextField name="name" required />
			<WholeField name="order_num" description="Lower numbers appear first in lists." required />
			<FileField name="topicUrl" currentLabel="Current content URL" extensions={topicExtensions} />
			<FieldColumns>
				<StatusField name="isPublished" />
				<AccessField name="freeTopic" />
			</FieldColumns>
			<VisibleFromField />
		</>
	),
	file: 'topicUrl',
	form: (place, topic) => ({
		fallback: topic ? 'Failed to update topic' : 'Failed to add topic',
		cancel: linkOptions({ to: SUBJECT, params: place }),
	}),
	starting: {
		heading: 'Failed to load topics',
		fallback: 'An error occurred while loading topics',
	},
	Frame: ({ names: { course_name, subject_name = '…' }, name, children }) => (
		// On a phone, course and subject come after the form.
		<Flex direction={{ base: 'column-reverse', xs: 'column' }} gap="md">
			{course_name !== undefined && (
				<Stack gap={8}>
					<Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
						{course_name} / {subject_name}
					</Text>
					<FactCards of={{ Course: course_name, Subject: subject_name, Topic: name }} />
				</Stack>
			)}
			<div>{children}</div>
		</Flex>
	),
	usePage: () => ({ title: useMayEdit() ? 'Edit Topic' : 'Topic' }),
});
