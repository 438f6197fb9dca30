import { createFileRoute } from '@tanstack/react-router';
import { pastPapers } from '#shared/contract/past-papers.ts';
import { PapersPage } from '../../../../../../../features/past-papers/papers-page.tsx';
import { buildListOptions } from '../../../../../../../ui/address/content-routes.ts';

export const Route = createFileRoute('/admin/courses/$courseId/examsets/$examSetId/pastpapers/')({
	...buildListOptions(pastPapers),
	component: () => <PapersPage {...Route.useParams()} />,
});
