import { createFileRoute } from '@tanstack/react-router';
import { NewTopicPage, TopicPage } from '../../../../../../../features/topics/topic-page.tsx';
import { ItemOrNew } from '../../../../../../../ui/page/require-permission.tsx';

export const Route = createFileRoute(
	'/admin/courses/$courseId/subjects/$subjectId/topics/$topicId',
)({
	component: () => <ItemOrNew place={Route.useParams()} Item={TopicPage} New={NewTopicPage} />,
});
