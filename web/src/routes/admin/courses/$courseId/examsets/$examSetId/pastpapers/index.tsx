import { createFileRoute } from '@tanstack/react-router';
import { examSets } from '#shared/contract/content/exam-sets.ts';
import { pastPapers } from '#shared/contract/content/past-papers.ts';
import { PapersPage } from '../../../../../../../content/past-papers/papers-page.tsx';
import { buildPreflightQuery } from '../../../../../../../platform/api/preflight.ts';
import { buildListOptions } from '../../../../../../../platform/ui/address/content-routes.ts';

export const Route = createFileRoute('/admin/courses/$courseId/examsets/$examSetId/pastpapers/')({
	...buildListOptions(pastPapers, (place) => [buildPreflightQuery(examSets, place)]),
	component: () => <PapersPage {...Route.useParams()} />,
});
