import { createFileRoute } from '@tanstack/react-router';
import { trashQuery } from '#shared/contract/trash.ts';
import { buildDeletionsQuery } from '../../api/trash.ts';
import { TrashPage } from '../../features/trash/trash-page.tsx';
import { searchParams } from '../../ui/address/search-params.ts';

const params = searchParams(trashQuery);

export const Route = createFileRoute('/admin/trash')({
	staticData: { title: 'Trash', loading: 'Loading trash...', permission: 'content:write' },
	validateSearch: params,
	loaderDeps: ({ search }) => params(search),
	// Requests the rows while the code of the screen is loading.
	loader: ({ context, deps }) => void context.queryClient.prefetchQuery(buildDeletionsQuery(deps)),
	component: TrashPage,
});
