import { createFileRoute } from '@tanstack/react-router';
import { allExamSets } from '#shared/contract/lists.ts';
import { PapersPage } from '../../../../features/past-papers/papers-page.tsx';
import { Found } from '../../../../ui/cross-list/found.tsx';
import { listParams } from '../../../../ui/list-state.ts';
import { needsIds } from '../../../../ui/missing-id.ts';

export const Route = createFileRoute('/admin/examsets/$examSetId/pastpapers')({
	validateSearch: listParams,
	beforeLoad: needsIds,
	component: () => (
		<Found list={allExamSets} id={Route.useParams().examSetId} Screen={PapersPage} />
	),
});
