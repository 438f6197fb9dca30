import { createFileRoute } from '@tanstack/react-router';
import { allSubjects } from '#shared/contract/lists.ts';
import { SubjectPage } from '../../../features/subjects/subject-page.tsx';
import { Found } from '../../../ui/cross-list/found.tsx';
import { needsIds } from '../../../ui/missing-id.ts';

export const Route = createFileRoute('/admin/subjects/$subjectId')({
	beforeLoad: needsIds,
	component: () => (
		<Found list={allSubjects} id={Route.useParams().subjectId} Screen={SubjectPage} />
	),
});
