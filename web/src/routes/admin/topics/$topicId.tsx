import { createFileRoute } from '@tanstack/react-router';
import { allTopics } from '#shared/contract/platform/lists.ts';
import { TopicPage } from '../../../content/topics/topic-form.tsx';
import { buildItemOptions } from '../../../platform/ui/address/content-routes.ts';
import { needsIds } from '../../../platform/ui/address/missing-id.ts';
import { ItemById } from '../../../platform/ui/content/item-by-id.tsx';

export const Route = createFileRoute('/admin/topics/$topicId')({
	beforeLoad: needsIds,
	...buildItemOptions(allTopics),
	component: () => <ItemById list={allTopics} Screen={TopicPage} />,
});
