import { createFileRoute } from '@tanstack/react-router';
import { examSets } from '#shared/contract/exam-sets.ts';
import { pastPapers } from '#shared/contract/past-papers.ts';
import { buildPreflightQuery } from '../../../../../../../api/preflight.ts';
import { PapersPage } from '../../../../../../../features/past-papers/papers-page.tsx';
import { buildListOptions } from '../../../../../../../ui/address/content-routes.ts';

export const Route = createFileRoute('/admin/courses/$courseId/examsets/$examSetId/pastpapers/')({
	...buildListOptions(pastPapers, (place) => [buildPreflightQuery(examSets, place)]),
	component: () => <PapersPage {...Route.useParams()} />,
});
