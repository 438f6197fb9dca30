import { createFileRoute } from '@tanstack/react-router';
import { FoundPapers } from '../../../../features/past-papers/found-papers.tsx';
import { listParams } from '../../../../ui/list-state.ts';
import { NEEDS_EXAM_SET, needsIds } from '../../../../ui/missing-id.ts';

export const Route = createFileRoute('/admin/examsets/$examSetId/pastpapers')({
	validateSearch: listParams,
	beforeLoad: needsIds(NEEDS_EXAM_SET),
	component: () => <FoundPapers {...Route.useParams()} />,
});
