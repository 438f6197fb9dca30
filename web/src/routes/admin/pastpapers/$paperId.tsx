import { createFileRoute } from '@tanstack/react-router';
import { allPastPapers } from '#shared/contract/lists.ts';
import { PaperPage } from '../../../features/past-papers/paper-page.tsx';
import { needsIds } from '../../../ui/address/missing-id.ts';
import { Found } from '../../../ui/list/found.tsx';

export const Route = createFileRoute('/admin/pastpapers/$paperId')({
	beforeLoad: needsIds,
	component: () => <Found list={allPastPapers} id={Route.useParams().paperId} Screen={PaperPage} />,
});
