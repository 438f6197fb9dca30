import { createFileRoute } from '@tanstack/react-router';
import { allTopics } from '#shared/contract/lists.ts';
import { TopicPage } from '../../../features/topics/topic-form.tsx';
import { buildItemOptions } from '../../../ui/address/content-routes.ts';
import { needsIds } from '../../../ui/address/missing-id.ts';
import { ItemById } from '../../../ui/content/item-by-id.tsx';

export const Route = createFileRoute('/admin/topics/$topicId')({
	beforeLoad: needsIds,
	...buildItemOptions(allTopics),
	component: () => <ItemById list={allTopics} Screen={TopicPage} />,
});
