import { createFileRoute } from '@tanstack/react-router';
import { allTopics } from '#shared/contract/lists.ts';
import { TopicPage } from '../../../../../../../features/topics/topic-form.tsx';
import { buildItemOptions } from '../../../../../../../ui/address/content-routes.ts';

export const Route = createFileRoute(
	'/admin/courses/$courseId/subjects/$subjectId/topics/$topicId',
)({
	...buildItemOptions(allTopics),
	component: () => <TopicPage {...Route.useParams()} />,
});
