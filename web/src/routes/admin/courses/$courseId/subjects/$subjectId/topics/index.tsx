import { createFileRoute } from '@tanstack/react-router';
import { TopicsPage } from '../../../../../../../features/topics/topics-page.tsx';
import { listParams } from '../../../../../../../ui/list-state.ts';
import { NEEDS_SUBJECT, needsIds } from '../../../../../../../ui/missing-id.ts';

export const Route = createFileRoute('/admin/courses/$courseId/subjects/$subjectId/topics/')({
	validateSearch: listParams,
	beforeLoad: needsIds(NEEDS_SUBJECT),
	component: () => <TopicsPage {...Route.useParams()} />,
});
