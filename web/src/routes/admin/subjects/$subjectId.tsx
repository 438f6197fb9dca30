import { createFileRoute } from '@tanstack/react-router';
import { allSubjects } from '#shared/contract/lists.ts';
import { SubjectPage } from '../../../features/subjects/subject-page.tsx';
import { buildItemOptions } from '../../../ui/address/content-routes.ts';
import { needsIds } from '../../../ui/address/missing-id.ts';
import { ItemById } from '../../../ui/list/item-by-id.tsx';

export const Route = createFileRoute('/admin/subjects/$subjectId')({
	beforeLoad: needsIds,
	...buildItemOptions(allSubjects),
	component: () => <ItemById list={allSubjects} Screen={SubjectPage} />,
});
