import { createFileRoute } from '@tanstack/react-router';
import { TopicsPage } from '../../../../../../../features/topics/topics-page.tsx';
import { listParams } from '../../../../../../../ui/address/list-state.ts';

export const Route = createFileRoute('/admin/courses/$courseId/subjects/$subjectId/topics/')({
	validateSearch: listParams,
	component: () => <TopicsPage {...Route.useParams()} />,
});
