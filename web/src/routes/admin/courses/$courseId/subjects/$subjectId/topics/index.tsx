import { createFileRoute } from '@tanstack/react-router';
import { topics } from '#shared/contract/topics.ts';
import { TopicsPage } from '../../../../../../../features/topics/topics-page.tsx';
import { buildListOptions } from '../../../../../../../ui/address/content-routes.ts';

export const Route = createFileRoute('/admin/courses/$courseId/subjects/$subjectId/topics/')({
	...buildListOptions(topics),
	component: () => <TopicsPage {...Route.useParams()} />,
});
