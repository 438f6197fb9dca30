import { createFileRoute } from '@tanstack/react-router';
import { FoundPapers } from '../../../../features/past-papers/found-papers.tsx';
import { NEEDS_EXAM_SET, needsIds } from '../../../../ui/missing-id.ts';

export const Route = createFileRoute('/admin/examsets/$examSetId/pastpapers')({
	beforeLoad: needsIds(NEEDS_EXAM_SET),
	component: () => <FoundPapers {...Route.useParams()} />,
});
