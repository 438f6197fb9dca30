import { createFileRoute } from '@tanstack/react-router';
import { allTopics } from '#shared/contract/platform/lists.ts';
import { TopicPage } from '../../../../../../../content/topics/topic-form.tsx';
import { buildItemOptions } from '../../../../../../../platform/ui/address/content-routes.ts';

export const Route = createFileRoute(
	'/admin/courses/$courseId/subjects/$subjectId/topics/$topicId',
)({
	...buildItemOptions(allTopics),
	component: () => <TopicPage {...Route.useParams()} />,
});
