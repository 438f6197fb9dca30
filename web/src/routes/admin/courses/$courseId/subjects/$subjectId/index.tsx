import { createFileRoute } from '@tanstack/react-router';
import { SubjectPage } from '../../../../../../features/subjects/subject-page.tsx';

export const Route = createFileRoute('/admin/courses/$courseId/subjects/$subjectId/')({
	component: () => <SubjectPage {...Route.useParams()} />,
});
