import { createFileRoute } from '@tanstack/react-router';
import { NewTopicPage, TopicPage } from '../../../../../../../features/topics/topic-page.tsx';
import { NEEDS_SUBJECT, needsIds } from '../../../../../../../ui/missing-id.ts';
import { RequirePermission } from '../../../../../../../ui/require-permission.tsx';

export const Route = createFileRoute(
	'/admin/courses/$courseId/subjects/$subjectId/topics/$topicId',
)({
	beforeLoad: needsIds(NEEDS_SUBJECT),
	component: () => {
		const { topicId, ...place } = Route.useParams();
		if (topicId === 'new')
			return (
				<RequirePermission permission="content:write">
					<NewTopicPage {...place} />
				</RequirePermission>
			);
		return <TopicPage {...place} topicId={topicId} />;
	},
});
