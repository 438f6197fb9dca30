import { createFileRoute } from '@tanstack/react-router';
import { allSubjects } from '#shared/contract/lists.ts';
import type { PlaceOf } from '#shared/contract/resource.ts';
import { topics } from '#shared/contract/topics.ts';
import { listQuery } from '../../../../../../api/queries.ts';
import { SubjectPage } from '../../../../../../features/subjects/subject-page.tsx';
import { buildItemOptions } from '../../../../../../ui/address/content-routes.ts';

export const Route = createFileRoute('/admin/courses/$courseId/subjects/$subjectId/')({
	...buildItemOptions(allSubjects, (place) => [listQuery(topics, place as PlaceOf<typeof topics>)]),
	component: () => <SubjectPage {...Route.useParams()} />,
});
