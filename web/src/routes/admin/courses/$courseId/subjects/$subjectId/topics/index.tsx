import { createFileRoute } from '@tanstack/react-router';
import { topics } from '#shared/contract/content/topics.ts';
import { TopicsPage } from '../../../../../../../content/topics/topics-page.tsx';
import { buildListOptions } from '../../../../../../../platform/ui/address/content-routes.ts';

export const Route = createFileRoute('/admin/courses/$courseId/subjects/$subjectId/topics/')({
	...buildListOptions(topics),
	component: () => <TopicsPage {...Route.useParams()} />,
});
