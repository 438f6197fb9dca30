import { createFileRoute } from '@tanstack/react-router';
import { TopicsPage } from '../../../../../../../features/topics/topics-page.tsx';

export const Route = createFileRoute('/admin/courses/$courseId/subjects/$subjectId/topics/')({
	component: () => <TopicsPage {...Route.useParams()} />,
});
