import { createFileRoute } from '@tanstack/react-router';
import { allTopics } from '#shared/contract/lists.ts';
import { TopicPage } from '../../../features/topics/topic-form.tsx';
import { needsIds } from '../../../ui/address/missing-id.ts';
import { ItemById } from '../../../ui/list/item-by-id.tsx';

export const Route = createFileRoute('/admin/topics/$topicId')({
	beforeLoad: needsIds,
	component: () => <ItemById list={allTopics} Screen={TopicPage} />,
});
