import { createFileRoute } from '@tanstack/react-router';
import { PapersPage } from '../../../../../../../features/past-papers/papers-page.tsx';
import { NEEDS_EXAM_SET, needsIds } from '../../../../../../../ui/missing-id.ts';

export const Route = createFileRoute('/admin/courses/$courseId/examsets/$examSetId/pastpapers/')({
	beforeLoad: needsIds(NEEDS_EXAM_SET),
	component: () => <PapersPage {...Route.useParams()} />,
});
