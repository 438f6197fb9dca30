import { createFileRoute } from '@tanstack/react-router';
import { allPastPapers } from '#shared/contract/lists.ts';
import { PaperPage } from '../../../features/past-papers/paper-form.tsx';
import { buildItemOptions } from '../../../ui/address/content-routes.ts';
import { needsIds } from '../../../ui/address/missing-id.ts';
import { ItemById } from '../../../ui/content/item-by-id.tsx';

export const Route = createFileRoute('/admin/pastpapers/$paperId')({
	beforeLoad: needsIds,
	...buildItemOptions(allPastPapers),
	component: () => <ItemById list={allPastPapers} Screen={PaperPage} />,
});
