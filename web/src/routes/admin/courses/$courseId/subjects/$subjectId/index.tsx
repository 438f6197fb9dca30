import { createFileRoute } from '@tanstack/react-router';
import { allSubjects } from '#shared/contract/lists.ts';
import { SubjectPage } from '../../../../../../features/subjects/subject-page.tsx';
import { buildItemOptions } from '../../../../../../ui/address/content-routes.ts';

export const Route = createFileRoute('/admin/courses/$courseId/subjects/$subjectId/')({
	...buildItemOptions(allSubjects),
	component: () => <SubjectPage {...Route.useParams()} />,
});
