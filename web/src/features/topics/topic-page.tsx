import { Flex } from '@mantine/core';
import { linkOptions } from '@tanstack/react-router';
import { topicExtensions } from '#shared/contract/files.ts';
import { allSubjects, allTopics } from '#shared/contract/lists.ts';
import type { ItemPlaceOf, PlaceOf } from '#shared/contract/resource.ts';
import { type Topic, topics } from '#shared/contract/topics.ts';
import { SUBJECT } from '../../addresses.ts';
import { useNextOrder } from '../../api/next-order.ts';
import { useItemInPlace } from '../../api/queries.ts';
import { VisibleFromField } from '../../ui/dates/moment-field.tsx';
import { FactsLine } from '../../ui/facts.tsx';
import { AccessField, StatusField } from '../../ui/fields/choice-fields.tsx';
import { FileField } from '../../ui/fields/file-field.tsx';
import { TextField, WholeField } from '../../ui/fields/text-fields.tsx';
import { FieldColumns } from '../../ui/form/form-panel.tsx';
import { LoadedForm } from '../../ui/form/loaded-form.tsx';
import { PageForm } from '../../ui/form/page-form.tsx';
import { StatusBadge } from '../../ui/list/badges.tsx';
import { useNextInList } from '../../ui/list/next-in-list.ts';
import { useAnyLoading } from '../../ui/loading/loading.tsx';
import { ItemMenu } from '../../ui/menu/item-menu.tsx';
import { Breadcrumb } from '../../ui/page/back-link.tsx';
import { useMayEdit } from '../../ui/page/for-editors.tsx';
import { Page, type PageProps } from '../../ui/page/page.tsx';

interface TopicFormProps {
	place: PlaceOf<typeof topics>;
	/** The topic to edit; a new one is created if omitted. */
	topic?: Topic;
	/** The order that a new topic starts with. */
	order?: number;
}

/** Renders the form that creates or edits a topic, with its file. */
const TopicForm = ({ place, topic, order }: TopicFormProps) => (
	<PageForm
		resource={topics}
		place={place}
		item={topic}
		order={order}
		fallback={topic ? 'Failed to update topic' : 'Failed to add topic'}
		cancel={linkOptions({ to: SUBJECT, params: place })}
		next={useNextInList({ id: topic?.id, list: allTopics, place })}
		file="topicUrl"
	>
		<TextField name="name" required />
		<WholeField name="order_num" description="Lower numbers appear first in lists." required />
		<FileField name="topicUrl" currentLabel="Current content URL" extensions={topicExtensions} />
		<FieldColumns>
			<StatusField name="isPublished" />
			<AccessField name="freeTopic" />
		</FieldColumns>
		<VisibleFromField />
	</PageForm>
);

interface FrameProps extends Pick<PageProps, 'title' | 'state' | 'more' | 'loading' | 'children'> {
	place: PlaceOf<typeof topics>;
	/** The name of the topic; '…' until it is loaded. */
	topicName: string;
	/** Names of the course and subject of the topic. */
	names: { course_name?: string | undefined; subject_name?: string | undefined } | undefined;
}

/** Renders the page around the form of a topic: title, breadcrumb, course and subject. */
const Frame = ({ place, topicName, names, children, ...page }: FrameProps) => {
	const subject = page.loading ? undefined : names?.subject_name;
	return (
		<Page
			{...page}
			back={
				<Breadcrumb
					of={['Back to Subjects', 'Subject', 'Topics']}
					place={place}
					names={{ Subject: subject }}
				/>
			}
			narrow
		>
			{/* On a phone, course and subject come after the form. */}
			<Flex direction={{ base: 'column-reverse', xs: 'column' }} gap="md">
				{/* Reserve space for the names while they load; omit them if they cannot be loaded. */}
				{(page.loading || names?.course_name !== undefined) && (
					<FactsLine
						of={{ Course: names?.course_name ?? '…', Subject: subject ?? '…', Topic: topicName }}
					/>
				)}
				<div>{children}</div>
			</Flex>
		</Page>
	);
};

/** Renders the page that edits a topic. */
export const TopicPage = ({ topicId, ...place }: ItemPlaceOf<typeof topics>) => {
	const { item: topic, withNames } = useItemInPlace(allTopics, { ...place, topicId });
	return (
		<Frame
			place={place}
			title={useMayEdit() ? 'Edit Topic' : 'Topic'}
			topicName={topic.data?.name ?? '…'}
			state={
				topic.data && (
					<StatusBadge published={topic.data.isPublished} from={topic.data.visible_from} />
				)
			}
			more={
				topic.data && <ItemMenu resource={topics} place={{ ...place, topicId }} item={topic.data} />
			}
			names={withNames}
			loading={useAnyLoading(topic)}
		>
			<LoadedForm query={topic} resource={topics} id={topicId}>
				{(data) => <TopicForm key={topicId} place={place} topic={data} />}
			</LoadedForm>
		</Frame>
	);
};

/** Renders the page that adds a topic to a subject, last in order. */
export const NewTopicPage = (place: PlaceOf<typeof topics>) => {
	const { item: subject, withNames } = useItemInPlace(allSubjects, place);
	const order = useNextOrder(topics, place);
	return (
		<Frame
			place={place}
			title="New Topic"
			topicName="New Topic"
			names={withNames && { course_name: withNames.course_name, subject_name: withNames.name }}
			loading={useAnyLoading(subject, order)}
		>
			<LoadedForm
				query={order}
				resource={topics}
				loading="Loading topics..."
				heading="Failed to load topics"
				fallback="An error occurred while loading topics"
			>
				{(last) => <TopicForm place={place} order={last} />}
			</LoadedForm>
		</Frame>
	);
};
