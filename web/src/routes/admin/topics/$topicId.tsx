import { createFileRoute } from '@tanstack/react-router';
import { FoundTopic } from '../../../features/topics/found-topic.tsx';
import { NEEDS_SUBJECT, needsIds } from '../../../ui/missing-id.ts';

export const Route = createFileRoute('/admin/topics/$topicId')({
	beforeLoad: needsIds(NEEDS_SUBJECT),
	component: () => <FoundTopic {...Route.useParams()} />,
});
