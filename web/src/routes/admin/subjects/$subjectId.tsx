import { createFileRoute } from '@tanstack/react-router';
import { allSubjects } from '#shared/contract/lists.ts';
import { SubjectPage } from '../../../features/subjects/subject-page.tsx';
import { needsIds } from '../../../ui/address/missing-id.ts';
import { ItemById } from '../../../ui/list/item-by-id.tsx';

export const Route = createFileRoute('/admin/subjects/$subjectId')({
	beforeLoad: needsIds,
	component: () => <ItemById list={allSubjects} Screen={SubjectPage} />,
});
