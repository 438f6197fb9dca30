import { createFileRoute } from '@tanstack/react-router';
import { FoundPaper } from '../../../features/past-papers/found-paper.tsx';
import { NEEDS_EXAM_SET, needsIds } from '../../../ui/missing-id.ts';

export const Route = createFileRoute('/admin/pastpapers/$paperId')({
	beforeLoad: needsIds(NEEDS_EXAM_SET),
	component: () => <FoundPaper {...Route.useParams()} />,
});
