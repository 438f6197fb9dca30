import { createFileRoute } from '@tanstack/react-router';
import type { PlaceOf } from '#shared/contract/content/resource.ts';
import { topics } from '#shared/contract/content/topics.ts';
import { allSubjects } from '#shared/contract/platform/lists.ts';
import { SubjectPage } from '../../../../../../content/subjects/subject-page.tsx';
import { listQuery } from '../../../../../../platform/api/queries.ts';
import { buildItemOptions } from '../../../../../../platform/ui/address/content-routes.ts';

export const Route = createFileRoute('/admin/courses/$courseId/subjects/$subjectId/')({
	...buildItemOptions(allSubjects, (place) => [listQuery(topics, place as PlaceOf<typeof topics>)]),
	component: () => <SubjectPage {...Route.useParams()} />,
});
