import { createFileRoute } from '@tanstack/react-router';
import { PapersPage } from '../../../../../../../features/past-papers/papers-page.tsx';
import { listParams } from '../../../../../../../ui/address/list-state.ts';

export const Route = createFileRoute('/admin/courses/$courseId/examsets/$examSetId/pastpapers/')({
	validateSearch: listParams,
	component: () => <PapersPage {...Route.useParams()} />,
});
