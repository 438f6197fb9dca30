import { createFileRoute } from '@tanstack/react-router';
import { NewPaperPage, PaperPage } from '../../../../../../../features/past-papers/paper-page.tsx';
import { NEEDS_EXAM_SET, needsIds } from '../../../../../../../ui/missing-id.ts';
import { ItemOrNew } from '../../../../../../../ui/require-permission.tsx';

export const Route = createFileRoute(
	'/admin/courses/$courseId/examsets/$examSetId/pastpapers/$paperId',
)({
	beforeLoad: needsIds(NEEDS_EXAM_SET),
	component: () => (
		<ItemOrNew place={Route.useParams()} param="paperId" Item={PaperPage} New={NewPaperPage} />
	),
});
