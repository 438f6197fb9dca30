import { createFileRoute } from '@tanstack/react-router';
import { allPastPapers } from '#shared/contract/platform/lists.ts';
import { PaperPage } from '../../../../../../../content/past-papers/paper-form.tsx';
import { buildItemOptions } from '../../../../../../../platform/ui/address/content-routes.ts';

export const Route = createFileRoute(
	'/admin/courses/$courseId/examsets/$examSetId/pastpapers/$paperId',
)({
	...buildItemOptions(allPastPapers),
	component: () => <PaperPage {...Route.useParams()} />,
});
