import { createFileRoute } from '@tanstack/react-router';
import { allSubjects } from '#shared/contract/lists.ts';
import { SubjectPage } from '../../../features/subjects/subject-page.tsx';
import { needsIds } from '../../../ui/address/missing-id.ts';
import { FoundItem } from '../../../ui/list/found-item.tsx';

export const Route = createFileRoute('/admin/subjects/$subjectId')({
	beforeLoad: needsIds,
	component: () => (
		<FoundItem list={allSubjects} id={Route.useParams().subjectId} Screen={SubjectPage} />
	),
});
