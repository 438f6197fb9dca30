import { createFileRoute } from '@tanstack/react-router';
import { NewTopicPage, TopicPage } from '../../../../../../../features/topics/topic-page.tsx';
import { NEEDS_SUBJECT, needsIds } from '../../../../../../../ui/missing-id.ts';
import { ItemOrNew } from '../../../../../../../ui/require-permission.tsx';

export const Route = createFileRoute(
	'/admin/courses/$courseId/subjects/$subjectId/topics/$topicId',
)({
	beforeLoad: needsIds(NEEDS_SUBJECT),
	component: () => (
		<ItemOrNew place={Route.useParams()} param="topicId" Item={TopicPage} New={NewTopicPage} />
	),
});
