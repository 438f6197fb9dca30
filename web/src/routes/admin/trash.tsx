import { createFileRoute } from '@tanstack/react-router';
import { trashQuery } from '#shared/contract/content/trash.ts';
import { TrashPage } from '../../content/trash/trash-page.tsx';
import { buildDeletionsQuery } from '../../platform/api/trash.ts';
import { searchParams } from '../../platform/ui/address/search-params.ts';

const params = searchParams(trashQuery);

export const Route = createFileRoute('/admin/trash')({
	staticData: { title: 'Trash', loading: 'Loading trash...', permission: 'content:write' },
	validateSearch: params,
	loaderDeps: ({ search }) => params(search),
	// Requests the rows while the code of the screen is loading.
	loader: ({ context, deps }) => void context.queryClient.prefetchQuery(buildDeletionsQuery(deps)),
	component: TrashPage,
});
