import { createFileRoute } from '@tanstack/react-router';
import { NewPaperPage, PaperPage } from '../../../../../../../features/past-papers/paper-page.tsx';
import { ItemOrNew } from '../../../../../../../ui/page/require-permission.tsx';

export const Route = createFileRoute(
	'/admin/courses/$courseId/examsets/$examSetId/pastpapers/$paperId',
)({
	component: () => <ItemOrNew place={Route.useParams()} Item={PaperPage} New={NewPaperPage} />,
});
