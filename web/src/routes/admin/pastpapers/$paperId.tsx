import { createFileRoute } from '@tanstack/react-router';
import { allPastPapers } from '#shared/contract/platform/lists.ts';
import { PaperPage } from '../../../content/past-papers/paper-form.tsx';
import { buildItemOptions } from '../../../platform/ui/address/content-routes.ts';
import { needsIds } from '../../../platform/ui/address/missing-id.ts';
import { ItemById } from '../../../platform/ui/content/item-by-id.tsx';

export const Route = createFileRoute('/admin/pastpapers/$paperId')({
	beforeLoad: needsIds,
	...buildItemOptions(allPastPapers),
	component: () => <ItemById list={allPastPapers} Screen={PaperPage} />,
});
