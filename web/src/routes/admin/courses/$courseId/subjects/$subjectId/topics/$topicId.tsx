import { createFileRoute } from '@tanstack/react-router';
import { TopicPage } from '../../../../../../../features/topics/topic-form.tsx';

export const Route = createFileRoute(
	'/admin/courses/$courseId/subjects/$subjectId/topics/$topicId',
)({
	component: () => <TopicPage {...Route.useParams()} />,
});
