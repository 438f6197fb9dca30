import { createFileRoute } from '@tanstack/react-router';
import { PapersPage } from '../../../../../../../features/past-papers/papers-page.tsx';
import { listParams } from '../../../../../../../ui/list-state.ts';
import { NEEDS_EXAM_SET, needsIds } from '../../../../../../../ui/missing-id.ts';

export const Route = createFileRoute('/admin/courses/$courseId/examsets/$examSetId/pastpapers/')({
	validateSearch: listParams,
	beforeLoad: needsIds(NEEDS_EXAM_SET),
	component: () => <PapersPage {...Route.useParams()} />,
});
