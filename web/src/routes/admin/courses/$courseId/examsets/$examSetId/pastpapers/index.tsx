import { createFileRoute } from '@tanstack/react-router';
import { PapersPage } from '../../../../../../../features/past-papers/papers-page.tsx';

export const Route = createFileRoute('/admin/courses/$courseId/examsets/$examSetId/pastpapers/')({
	component: () => <PapersPage {...Route.useParams()} />,
});
