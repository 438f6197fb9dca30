import { createFileRoute } from '@tanstack/react-router';
import { PaperPage } from '../../../../../../../features/past-papers/paper-form.tsx';

export const Route = createFileRoute(
	'/admin/courses/$courseId/examsets/$examSetId/pastpapers/$paperId',
)({
	component: () => <PaperPage {...Route.useParams()} />,
});
