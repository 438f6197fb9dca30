import { createFileRoute } from '@tanstack/react-router';
import { allSubjects } from '#shared/contract/lists.ts';
import type { PlaceOf } from '#shared/contract/resource.ts';
import { topics } from '#shared/contract/topics.ts';
import { listQuery } from '../../../api/queries.ts';
import { SubjectPage } from '../../../features/subjects/subject-page.tsx';
import { buildItemOptions } from '../../../ui/address/content-routes.ts';
import { needsIds } from '../../../ui/address/missing-id.ts';
import { ItemById } from '../../../ui/content/item-by-id.tsx';

export const Route = createFileRoute('/admin/subjects/$subjectId')({
	beforeLoad: needsIds,
	...buildItemOptions(allSubjects, (place) => [listQuery(topics, place as PlaceOf<typeof topics>)]),
	component: () => <ItemById list={allSubjects} Screen={SubjectPage} />,
});
