import { createFileRoute } from '@tanstack/react-router';
import { allPastPapers } from '#shared/contract/lists.ts';
import { PaperPage } from '../../../features/past-papers/paper-form.tsx';
import { needsIds } from '../../../ui/address/missing-id.ts';
import { ItemById } from '../../../ui/list/item-by-id.tsx';

export const Route = createFileRoute('/admin/pastpapers/$paperId')({
	beforeLoad: needsIds,
	component: () => <ItemById list={allPastPapers} Screen={PaperPage} />,
});
