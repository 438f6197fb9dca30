import { createFileRoute } from '@tanstack/react-router';
import { allPastPapers } from '#shared/contract/lists.ts';
import { PaperPage } from '../../../features/past-papers/paper-page.tsx';
import { needsIds } from '../../../ui/address/missing-id.ts';
import { FoundItem } from '../../../ui/list/found-item.tsx';

export const Route = createFileRoute('/admin/pastpapers/$paperId')({
	beforeLoad: needsIds,
	component: () => (
		<FoundItem list={allPastPapers} id={Route.useParams().paperId} Screen={PaperPage} />
	),
});
